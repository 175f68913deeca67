import { isRequestPermit } from "@agent-treasury/contract";
import type { Doc, DocPage, Storage } from "@agent-treasury/provider";
import type { PastPublication, PastSpend, RuleSet } from "@agent-treasury/rules";
import { evidenceKey, withApprovalsIn } from "../../../kernel/approvals/approval-evidence.ts";
import { isSummary } from "../../../kernel/approvals/approval-summary.ts";
import { erasureKeyFrom, erasureKeyKey } from "../../../kernel/proposals/erasure-key.ts";
import { asOf, proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKind, type SpendProposal } from "../../../kernel/proposals/proposal.ts";
import { placeOf, viewDocs } from "../../../kernel/views/doc-page.ts";
import { publishedRulesFromDoc, ruleSetKind } from "../rule-set-doc.ts";
import { knownNames } from "./known-names.ts";
import { named, pastSpendOf } from "./past-spend-of.ts";

/** About 1 KiB of memory for each. */
export const maximumProposals = 250_000;
const maximumPublications = 10_000;
const pageSize = 500;
const dayMs = 86_400_000;
/** Longer than any window of a rule, so that windows are complete at the start of the range. */
const longestWindowMs = 400 * dayMs;

export interface HistoryRange {
  /** Null for all. */
  readonly from: number | null;
  /** Exclusive; null for all. */
  readonly to: number | null;
}

export interface ReplayHistory {
  readonly spends: readonly PastSpend[];
  /** False if older proposals were not read because of their number. */
  readonly isComplete: boolean;
}

/** Reads facts of proposals, newest first. Yields the number read so far. */
export async function* readHistory(
  storage: Storage,
  workspaceId: string,
  { from, to }: HistoryRange,
  ruleSet: RuleSet,
  warmUpMs: number = longestWindowMs,
  most: number = maximumProposals,
): AsyncGenerator<number, ReplayHistory, undefined> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [erasureKeyKey] }]);
  const names = knownNames(erasureKeyFrom(snapshot?.found[0]), ruleSet);
  const spends: PastSpend[] = [];
  const now = snapshot?.storageNow ?? 0;
  let isComplete = true;
  for await (const page of pagesOf(storage, workspaceId, proposalKind)) {
    const proposals = page.map((doc) => asOf(proposalFromDoc(doc), now));
    const payments = proposals.filter((proposal) => !isRequestPermit(proposal));
    for (const proposal of await completed(storage, workspaceId, payments)) {
      if (to === null || proposal.createdAt < to) spends.push(pastSpendOf(proposal, names));
    }
    yield spends.length;
    const oldest = spends.at(-1)?.proposed.at;
    if (from !== null && oldest !== undefined && oldest < from - warmUpMs) break;
    if (spends.length >= most) {
      isComplete = false;
      break;
    }
  }
  return { spends: spends.map((spend) => named(spend, names)), isComplete };
}

/** Few proposals have more approvals than they store. */
async function completed(
  storage: Storage,
  workspaceId: string,
  proposals: readonly SpendProposal[],
): Promise<readonly SpendProposal[]> {
  const summed = proposals.filter(({ ruling }) => isSummary(ruling.approvals));
  if (summed.length === 0) return proposals;
  const keys = summed.map(({ id }) => evidenceKey(id));
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const evidence = new Map(snapshot?.found.map((doc) => [doc.id, doc]));
  return proposals.map((proposal) => withApprovalsIn(evidence.get(proposal.id), proposal));
}

/** Returns all publications in their order. */
export async function readPublished(
  storage: Storage,
  workspaceId: string,
): Promise<readonly PastPublication[]> {
  const publications: PastPublication[] = [];
  for await (const page of pagesOf(storage, workspaceId, ruleSetKind)) {
    for (const doc of page) {
      const { ruleSet, publishedAt, order } = publishedRulesFromDoc(doc);
      publications.push({ ruleSet, at: Date.parse(publishedAt), order });
    }
    if (publications.length >= maximumPublications) break;
  }
  return publications.toReversed();
}

async function* pagesOf(
  storage: Storage,
  workspaceId: string,
  kind: string,
): AsyncGenerator<readonly Doc[]> {
  for (let before: DocPage["before"] = null; ;) {
    const { docs } = await viewDocs(storage, workspaceId, { kind, before, limit: pageSize });
    if (docs.length > 0) yield docs;
    const last = docs.at(-1);
    if (last === undefined || docs.length < pageSize) return;
    before = placeOf(last);
  }
}
