import type { Tab, TabCharges } from "@agent-treasury/contract";
import type { Doc, Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { type Command, unchanged } from "../../kernel/ledger/command.ts";
import { asOf, proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, proposalKind, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import type { Chunk } from "./charge-tab.ts";
import { postingFrom } from "./post-tab.ts";
import { tabTermsOf } from "./tab-payout.ts";
import {
  chargesKey,
  postingKey,
  tabFromDoc,
  type TabItem,
  tabKey,
  tabKind,
  tabNotFound,
  type TabRecord,
} from "./tab-record.ts";
import { itemToWire, tabToWire } from "./tab-wire.ts";

export interface StoredTab {
  readonly spend: SpendProposal;
  /** Null unless it was approved. */
  readonly tab: TabRecord | null;
}

/**
 * @param agentId only this agent's tab, or null for any.
 * @throws TreasuryError `tab_not_found`.
 */
export async function readTab(
  { storage }: Engine,
  workspaceId: string,
  tabId: string,
  agentId: string | null,
): Promise<StoredTab> {
  const keys = [proposalKey(tabId), tabKey(tabId)];
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const found = snapshot?.found ?? [];
  const proposal = found.find(({ kind }) => kind === proposalKind);
  const spend = proposal && asOf(proposalFromDoc(proposal), snapshot?.storageNow ?? 0);
  const isOther = agentId !== null && spend?.agentId !== agentId;
  if (spend === undefined || isOther || tabTermsOf(spend) === null) {
    throw tabNotFound(workspaceId, tabId);
  }
  const tab = found.find(({ kind }) => kind !== proposalKind);
  return { spend, tab: tab === undefined ? null : tabFromDoc(tab) };
}

/** Returns pending and open tabs, oldest first. */
export function listTabs(
  { committer }: Engine,
  workspaceId: string,
  agentId: string | null,
): Promise<Tab[]> {
  return committer.preview(workspaceId, openTabsOf(workspaceId, agentId));
}

function openTabsOf(workspaceId: string, agentId: string | null): Command<Tab[]> {
  return {
    name: "list_tabs",
    reduce: (ledger, now) => {
      const tabs = new Map(ledger.openDocs(tabKind).map((doc) => [doc.id, tabFromDoc(doc)]));
      // The proposal of a tab that was charged beyond its maximum is closed already.
      const proposals = ledger.request([...tabs.keys()].map(proposalKey));
      const pending = ledger.openDocs(proposalKind).filter(({ id }) => !tabs.has(id));
      const spends = [...proposals, ...pending]
        .flatMap((doc) => (doc === undefined ? [] : asOf(proposalFromDoc(doc), now)))
        .filter((spend) => tabTermsOf(spend) !== null && spend.status !== "denied")
        .filter((spend) => agentId === null || spend.agentId === agentId)
        .toSorted((left, right) => left.createdAt - right.createdAt);
      const answer = spends.map((spend) =>
        tabToWire(workspaceId, spend, tabs.get(spend.id) ?? null),
      );
      return unchanged(answer);
    },
  };
}

/** Returns the charges of one ledger entry, or those that are not posted yet. */
export async function readCharges(
  { storage }: Engine,
  workspaceId: string,
  { tab }: StoredTab,
  posting: number | null,
): Promise<TabCharges> {
  const postings = tab?.postings ?? 0;
  const none = { posting, postings, entryId: null, charges: [] };
  if (tab === null) return none;
  const load = async (keys: readonly Key[]): Promise<readonly Doc[]> => {
    const [snapshot] = await storage.load([{ workspaceId, keys }]);
    return snapshot?.found ?? [];
  };
  const [doc] = posting === null ? [] : await load([postingKey(tab.id, posting)]);
  const record = postingFrom(doc);
  if (posting !== null && record === undefined) return none;
  const number = posting ?? postings + 1;
  const count = record?.chunks ?? tab.batch.chunks;
  const keys = Array.from({ length: count }, (_, chunk) => chargesKey(tab.id, number, chunk));
  const chunks = new Map((await load(keys)).map(({ id, body }) => [id, fromStored<Chunk>(body)]));
  const items: readonly TabItem[] = [
    ...keys.flatMap(({ id }) => chunks.get(id)?.items ?? []),
    ...(posting === null ? tab.batch.items : []),
  ];
  return { posting, postings, entryId: record?.entryId ?? null, charges: items.map(itemToWire) };
}
