import type { ExplanationItem, ReplayReport, ReplayTotals } from "@agent-treasury/contract";
import { Micros, type Storage } from "@agent-treasury/provider";
import type {
  ApprovedTotals,
  GroupTotals,
  PastSpend,
  ReplayReport as PureReport,
} from "@agent-treasury/rules";
import { judgementIn, judgementKey } from "../../../kernel/judgement/judgement-doc.ts";
import { timestamp, timestampOrNull } from "../../../kernel/ledger/timestamp.ts";
import { proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey, proposalKind } from "../../../kernel/proposals/proposal.ts";
import type { HistoryRange } from "./read-history.ts";

const proposalsPerLoad = 100;

/** Adds what the rules found in fact. */
export async function reportToWire(
  storage: Storage,
  range: HistoryRange & { readonly workspaceId: string; readonly isComplete: boolean },
  report: PureReport,
): Promise<ReplayReport> {
  const { workspaceId, from, to, isComplete } = range;
  const { spends, changed, unknown, unknownReasons, outcomes, totals } = report;
  const ids = report.changes.map(({ spend }) => spend.id);
  const found = await findingsOf(storage, workspaceId, ids);
  return {
    workspaceId,
    from: timestampOrNull(from),
    to: timestampOrNull(to),
    isComplete,
    spends,
    changed,
    changes: report.changes.map(({ spend, before, after, finding }) => ({
      ...spendToWire(spend),
      before,
      after,
      foundBefore: found.get(spend.id) ?? null,
      foundAfter: finding && { rule: finding.rule, effect: finding.effect, text: finding.text },
    })),
    unknown,
    unknowns: report.unknowns.map(({ spend, outcome, reason }) => ({
      ...spendToWire(spend),
      outcome,
      reason,
    })),
    unknownReasons: unknownReasons.map((one) => ({ ...one })),
    outcomes: outcomes.map((one) => ({ ...one })),
    totals: totalsToWire(totals),
    vendors: report.vendors.map(groupToWire),
    agents: report.agents.map(groupToWire),
  };
}

function spendToWire({ id, proposed, name, agentId, amount }: PastSpend) {
  const amountUsd = Micros.toUsd(amount);
  return { proposalId: id, createdAt: timestamp(proposed.at), vendor: name, agentId, amountUsd };
}

function totalsToWire({ before, ifNone, ifAll }: ApprovedTotals): ReplayTotals {
  return {
    beforeUsd: Micros.toUsd(before),
    ifNoneUsd: Micros.toUsd(ifNone),
    ifAllUsd: Micros.toUsd(ifAll),
  };
}

function groupToWire(group: GroupTotals) {
  const { id, name, spends, changed } = group;
  return { id, name, spends, changed, ...totalsToWire(group) };
}

async function findingsOf(
  storage: Storage,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExplanationItem>> {
  const found = new Map<string, ExplanationItem>();
  for (let begin = 0; begin < ids.length; begin += proposalsPerLoad) {
    const batch = ids.slice(begin, begin + proposalsPerLoad);
    const keys = batch.flatMap((id) => [proposalKey(id), judgementKey(id)]);
    const [snapshot] = await storage.load([{ workspaceId, keys }]);
    const docs = snapshot?.found ?? [];
    for (const doc of docs.filter(({ kind }) => kind === proposalKind)) {
      const others = docs.filter(({ id }) => id === doc.id);
      const [first] = judgementIn(proposalFromDoc(doc), others).findings;
      if (first !== undefined) found.set(doc.id, first);
    }
  }
  return found;
}
