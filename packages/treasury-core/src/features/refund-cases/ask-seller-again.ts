import type { PaidResource, SpendFinding, SpendOutcome } from "@agent-treasury/provider";
import { askWithin } from "../../kernel/ask-within.ts";
import { whileObserved } from "../../kernel/judgement/observed.ts";
import { describePayment, isSamePayment } from "../../kernel/ledger/payment-identity.ts";
import {
  captureSpend,
  type ConnectedExecutor,
  leaseMsOf,
  modeOf,
  orderOf,
  type PayingEngine,
} from "../payments/index.ts";
import { readOutcome, storeParts } from "../payments/later.ts";
import {
  type AnotherRequest,
  mayAskAgain,
  recordAnswer,
  takeAnotherRequest,
} from "./another-request.ts";
import type { CaseCaller, CaseState } from "./on-case.ts";

const longestTimeoutMs = 30_000;

/**
 * Presents a payment again for what it bought, under the lease of its case. It pays nothing more, because
 * the executor has to know it as the same payment.
 */
export async function askSellerAgain(
  engine: PayingEngine,
  workspaceId: string,
  proposalId: string,
  caller: CaseCaller,
): Promise<CaseState> {
  const { committer, policy, identifiers } = engine;
  const lease = { id: identifiers.random(), forMs: 2 * longestTimeoutMs };
  const command = takeAnotherRequest(proposalId, lease, caller, policy);
  const taken = await whileObserved(policy, () => committer.run(workspaceId, command));
  const answered = await answerTo(engine, workspaceId, taken, lease.id);
  const { resource } = answered;
  const stored =
    resource === null ? null : await storeParts(engine, workspaceId, proposalId, resource);
  const { text } = stored === undefined ? nothing("The seller's answer is too long.") : answered;
  const kept = stored === undefined ? null : resource;
  const recorded = recordAnswer(
    proposalId,
    { leaseId: lease.id, resource: kept, rest: stored ?? null, text },
    caller,
  );
  return committer.run(workspaceId, recorded);
}

interface SellerAnswer {
  readonly resource: PaidResource | null;
  /** Shown with the step. */
  readonly text: string;
}

async function answerTo(
  engine: PayingEngine,
  workspaceId: string,
  taken: AnotherRequest,
  leaseId: string,
): Promise<SellerAnswer> {
  const { payment } = taken.found;
  const connected = payment === null ? undefined : engine.external?.executorNamed(payment.executor);
  if (payment === null || connected === undefined) {
    return nothing("The payment's executor is not connected.");
  }
  const { executor } = connected;
  const given = { provider: payment.executor, mode: payment.mode };
  const now = { provider: executor.provider, mode: modeOf(executor) ?? payment.mode };
  if (!isSamePayment(given, now)) {
    return nothing(
      `It was paid by ${describePayment(given)}, but ${describePayment(now)} is connected.`,
    );
  }
  const finding = await ask(engine, connected, workspaceId, taken, "find");
  if (finding.kind !== "executed") return nothing("The executor does not confirm the payment now.");
  if (finding.resource !== undefined) return delivered(finding.resource);
  if (finding.isRepeatable !== true) {
    return nothing("The seller cannot recognise the payment any more, so it was not presented.");
  }
  const outcome = await ask(engine, connected, workspaceId, taken, "pay", leaseId);
  if (outcome.kind !== "executed") return nothing("The seller did not answer.");
  await recordCaptures(engine, workspaceId, taken, outcome);
  const { resource } = outcome;
  return resource === undefined ? nothing("The seller delivered nothing.") : delivered(resource);
}

async function ask(
  { clock, committer, policy, report }: PayingEngine,
  connected: ConnectedExecutor,
  workspaceId: string,
  { spend, docs }: AnotherRequest,
  method: "find" | "pay",
  leaseId = "",
): Promise<SpendFinding> {
  const { executor } = connected;
  const timeoutMs = Math.min(leaseMsOf(connected) / 2, longestTimeoutMs / 2);
  const mayRepeat = (): Promise<boolean> =>
    whileObserved(policy, () =>
      committer.run(workspaceId, mayAskAgain(spend.id, leaseId, policy)),
    ).catch(() => false);
  if (method === "pay" && !(await mayRepeat())) return { kind: "unknown", reason: "" };
  const asked = await askWithin<SpendFinding>(clock, timeoutMs, async (signal) => {
    const order = orderOf(workspaceId, spend, docs, signal);
    return method === "find" ? executor.find(order) : executor.pay({ ...order, mayRepeat });
  });
  if (asked.kind === "answered") return readOutcome(asked.answer);
  if (asked.kind === "threw") report(asked.error);
  else asked.late.catch(report);
  return { kind: "unknown", reason: "The executor did not answer." };
}

/** Known captures change nothing. A further one must not be lost. */
async function recordCaptures(
  { committer, policy, identifiers }: PayingEngine,
  workspaceId: string,
  { spend }: AnotherRequest,
  { captures, reference }: Extract<SpendOutcome, { kind: "executed" }>,
): Promise<void> {
  const payment = { proposalId: spend.id, captures, reference, salt: identifiers.random() };
  await committer.run(workspaceId, captureSpend(payment, policy));
}

function delivered(resource: PaidResource): SellerAnswer {
  const { status, contentType, body } = resource;
  const type = contentType ?? "no content type";
  return { resource, text: `The seller answered ${status}, ${type}, ${body.length} bytes.` };
}

function nothing(text: string): SellerAnswer {
  return { resource: null, text };
}
