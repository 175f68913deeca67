import type { Doc, Key, Storage } from "@agent-treasury/provider";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import {
  type ApprovalRecord,
  approvalsIn,
  entryFromBody,
  evidenceKey,
  proposalFromDoc,
  proposalKey,
} from "../../packages/treasury-core/src/domain.ts";
import type { AnsweredDecision } from "../processes/approver-task.ts";
import { quorum, workspaceId } from "../processes/ruled-house.ts";
import { entriesOf } from "../stores/entries.ts";

export interface QuorumAudit {
  readonly flaws: readonly string[];
  readonly executed: readonly string[];
  readonly denied: readonly string[];
  readonly pending: readonly string[];
  /** Persons whose approvals were recorded with the payment, or are stored with a pending proposal. */
  readonly approvers: ReadonlyMap<string, readonly string[]>;
}

/**
 * Audits decided proposals: an executed one has exactly one entry, and enough distinct persons
 * approved it who may. Others have no entry. No response contradicts the outcome.
 */
export async function auditQuorum(
  storage: Storage,
  proposer: string,
  ids: readonly string[],
  answered: readonly AnsweredDecision[],
): Promise<QuorumAudit> {
  const flaws: string[] = [];
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) flaws.push(`The chain does not verify: ${problem}`);
  const approversOf = new Map<string, string[]>();
  for (const { body } of await entriesOf(storage, workspaceId)) {
    const { proposalId, decision } = entryFromBody(body);
    const id = proposalId ?? "";
    if (approversOf.has(id)) flaws.push(`${id} was paid twice.`);
    const texts = decision?.ruled?.approvers ?? [];
    approversOf.set(
      id,
      texts.map(({ text }) => (JSON.parse(text ?? "[]") as [string])[0]),
    );
  }
  const statuses = new Map<string, string>();
  const approvers = new Map<string, readonly string[]>();
  for (const id of ids) {
    const keys = [proposalKey(id), evidenceKey(id)];
    const [snapshot] = await storage.load([{ workspaceId, keys }]);
    const docs = [...(snapshot?.found ?? []), ...(snapshot?.open ?? [])];
    const { status, persons: stored } = storedIn(docs, id);
    statuses.set(id, status);
    if (status === "pending") approvers.set(id, stored);
    const decisions = answered.filter(({ proposalId }) => proposalId === id);
    const persons = approversOf.get(id);
    if ((status === "executed") !== (persons !== undefined)) {
      flaws.push(`${id} is ${status} and ${persons ? "was" : "was not"} paid.`);
    }
    if (persons !== undefined) {
      approvers.set(id, persons);
      flaws.push(...flawsOf(id, persons, proposer, decisions));
    }
    for (const { answer } of decisions) {
      const isTrue = answer === status || answer === "pending" || answer === "already_decided";
      if (!isTrue) flaws.push(`${id} is ${status}, and a response was ${answer}.`);
    }
  }
  const having = (wanted: string): string[] => ids.filter((id) => statuses.get(id) === wanted);
  return {
    flaws: flaws.slice(0, 20),
    executed: having("executed"),
    denied: having("denied"),
    pending: having("pending"),
    approvers,
  };
}

function storedIn(
  docs: readonly Doc[],
  proposalId: string,
): { readonly status: string; readonly persons: readonly string[] } {
  const find = ({ kind, id }: Key): Doc | undefined =>
    docs.find((doc) => doc.kind === kind && doc.id === id);
  const doc = find(proposalKey(proposalId));
  if (doc === undefined) return { status: "absent", persons: [] };
  const { status, ruling } = proposalFromDoc(doc);
  const evidence = find(evidenceKey(proposalId));
  const approvals =
    Array.isArray(ruling.approvals) || !evidence ? ruling.approvals : approvalsIn(evidence);
  if (!Array.isArray(approvals)) throw new Error(`The approvals of ${proposalId} are missing.`);
  return { status, persons: (approvals as readonly ApprovalRecord[]).map(({ id }) => id ?? "") };
}

function flawsOf(
  id: string,
  recorded: readonly string[],
  proposer: string,
  decisions: readonly AnsweredDecision[],
): readonly string[] {
  const approved = decisions.filter(({ decision }) => decision === "approve");
  const inFinance = new Set(
    approved.flatMap(({ operator }) => (operator.groups.includes("finance") ? [operator.id] : [])),
  );
  const counting = new Set(recorded.filter((one) => one !== proposer && inFinance.has(one)));
  const flaws: string[] = [];
  if (counting.size < quorum.count) {
    flaws.push(`${id} was paid with the approvals of ${recorded.join(" and ") || "no person"}.`);
  }
  for (const person of recorded) {
    if (approved.some(({ operator }) => operator.id === person)) continue;
    flaws.push(`${id} has an approval of ${person}, who did not approve it.`);
  }
  return flaws;
}
