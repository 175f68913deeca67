import type { Storage } from "@agent-treasury/provider";
import type { Freeze } from "@agent-treasury/sdk-client";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import {
  entryFromBody,
  proposalFromDoc,
  type SpendProposal,
} from "../../packages/treasury-core/src/domain.ts";
import type { PayCall, Payee } from "../processes/payee.ts";
import { payerWorkspace as workspaceId } from "../processes/payer-task.ts";
import { entriesOf } from "../stores/entries.ts";

export interface AcknowledgedFreeze {
  readonly freeze: Freeze;
  /** The number of entries and calls when the freeze was acknowledged. */
  readonly entries: number;
  readonly calls: number;
  /** The process that was stopped then. */
  readonly stopped: string;
}

/**
 * Audits a frozen workspace: no spend is approved, held or executed after the freeze, and each call
 * to the payee and each later entry belongs to a listed payment.
 */
export async function auditFreeze(
  storage: Storage,
  payee: Payee,
  { freeze, entries, calls, stopped }: AcknowledgedFreeze,
): Promise<readonly string[]> {
  const flaws: string[] = [];
  const frozenAt = Date.parse(freeze.frozenAt);
  const listed = new Map(freeze.payments.map((payment) => [payment.proposalId, payment]));
  for (const { id, decidedAt, status, hold } of await proposalsOf(storage)) {
    if (decidedAt !== null && decidedAt > frozenAt && status !== "denied") {
      flaws.push(`${id} was approved ${decidedAt - frozenAt} ms after the freeze.`);
    }
    if (hold !== null && !listed.has(id)) flaws.push(`${id} is held, but not listed.`);
  }
  const all = await entriesOf(storage, workspaceId);
  for (const [index, { body }] of all.entries()) {
    const { proposalId, createdAt } = entryFromBody(body);
    const isLater = index >= entries || Date.parse(createdAt) > frozenAt;
    if (isLater && !listed.has(proposalId ?? "")) {
      flaws.push(`${proposalId} was entered after the freeze, but is not listed.`);
    }
  }
  const [before, after] = [payee.calls.slice(0, calls), payee.calls.slice(calls)];
  const running = new Map<string, number>();
  for (const { proposalId, process } of after) {
    const payment = listed.get(proposalId);
    if (payment === undefined) flaws.push(`${proposalId} was paid later, but is not listed.`);
    if (process !== stopped) running.set(proposalId, (running.get(proposalId) ?? 0) + 1);
  }
  for (const [proposalId, count] of running) {
    const isFirst = before.every((call: PayCall) => call.proposalId !== proposalId);
    // A lease that was live, or its slow process, calls once.
    const allowed = isFirst || listed.get(proposalId)?.until != null ? 1 : 0;
    if (count > allowed) flaws.push(`${proposalId} was sent to the payee again after the freeze.`);
  }
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) flaws.push(`The chain does not verify: ${problem}`);
  return flaws;
}

const proposalsInPage = 500;

async function proposalsOf(storage: Storage): Promise<readonly SpendProposal[]> {
  const found: SpendProposal[] = [];
  for (;;) {
    const last = found.at(-1);
    const before = last === undefined ? null : { epoch: last.epoch, ordinal: last.ordinal };
    const { docs } = await storage.view(
      workspaceId,
      { kind: "proposal", before, limit: proposalsInPage },
      { order: "newest", beyond: null, limit: 0 },
    );
    found.push(...docs.map(proposalFromDoc));
    if (docs.length < proposalsInPage) return found;
  }
}
