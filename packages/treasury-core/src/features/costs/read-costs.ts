import type { CostRow, Costs, ParsedInput } from "@agent-treasury/contract";
import { type Doc, type Entry, type Key, Micros } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { entryFromBody, type EntryRecord } from "../../kernel/ledger/chain.ts";
import { keyText } from "../../kernel/ledger/key-text.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { estimateFrom, estimateKey, placeOfTab, postingFrom, postingKey } from "../tabs/later.ts";

const entriesInPage = 200;
const mostEntries = 100_000;
const usualDays = 29;
const millisecondsPerDay = 86_400_000;

type Grouping = Costs["by"];

/** Sums up the expenses of a range of business days, from the newest one back. */
export async function readCosts(
  engine: Engine,
  { workspaceId, from: first, to: last, by }: ParsedInput<"readCosts">,
): Promise<Costs> {
  const to = last ?? engine.calendar.dayOf(engine.clock.now());
  const from = first ?? daysBefore(to, usualDays);
  const sums = new CostSums();
  let beyond: bigint | null = null;
  let read = 0;
  let isOver = false;
  while (!isOver && read < mostEntries) {
    const page = { order: "newest", beyond, limit: entriesInPage } as const;
    const { entries, head } = await engine.storage.view(workspaceId, noDocs, page);
    const expenses = entries
      .map((entry) => ({ entry, record: entryFromBody(entry.body) }))
      .filter(({ entry, record: { type, day } }) => {
        return type === "expense" && entry.epoch === head?.epoch && from <= day && day <= to;
      });
    await addExpenses(engine, workspaceId, by, expenses, sums);
    read += entries.length;
    const oldest = entries.at(-1);
    beyond = oldest?.sequence ?? null;
    isOver = oldest === undefined || isBefore(oldest, from, head?.epoch);
  }
  return { from, to, by, ...sums.toWire(), isComplete: isOver };
}

const noDocs = { kind: "none", before: null, limit: 0 };

function isBefore(entry: Entry, from: string, epoch: number | undefined): boolean {
  return entry.epoch !== epoch || entry.sequence === 1n || entryFromBody(entry.body).day < from;
}

function daysBefore(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) - days * millisecondsPerDay;
  return Number.isNaN(time) ? day : new Date(time).toISOString().slice(0, "2026-11-28".length);
}

interface Expense {
  readonly entry: Entry;
  readonly record: EntryRecord;
}

async function addExpenses(
  { storage }: Engine,
  workspaceId: string,
  by: Grouping,
  expenses: readonly Expense[],
  sums: CostSums,
): Promise<void> {
  const keys = new Map(
    expenses.flatMap(({ record }) => keysOf(record, by)).map((key) => [keyText(key), key]),
  );
  const [snapshot] =
    keys.size === 0 ? [] : await storage.load([{ workspaceId, keys: [...keys.values()] }]);
  const docs = new Map(snapshot?.found.map((doc) => [keyText(doc), doc]));
  for (const { entry, record } of expenses) {
    const doc = docs.get(keyText(proposalKey(record.proposalId ?? "")));
    const spend = doc === undefined ? null : proposalFromDoc(doc);
    const amount = Micros.negate(entry.amount);
    const isOfTab = record.reference !== null && placeOfTab(record.reference) !== null;
    const shares = by === "meter" ? metersOf(record, amount, docs) : [];
    for (const { meter, amount: share, charges } of shares) {
      sums.add(meter ?? spend?.vendor ?? null, share, { ...record, isOfTab, charges });
    }
    const rest = shares.reduce((sum, share) => Micros.subtract(sum, share.amount), amount);
    if (shares.length > 0 && rest === Micros.zero) continue;
    const charges = by === "meter" ? 0 : chargesOf(record, docs);
    sums.add(groupOf(by, record, spend), rest, { ...record, isOfTab, charges });
  }
}

function keysOf({ proposalId, reference, itemisation }: EntryRecord, by: Grouping): readonly Key[] {
  const proposal = proposalId === null ? [] : [proposalKey(proposalId)];
  const place = reference === null ? null : placeOfTab(reference);
  if (place === null) return proposal;
  const { tabId, posting, number } = place;
  if (itemisation !== undefined) return [...proposal, postingKey(tabId, posting)];
  return by === "meter" && number !== null ? [...proposal, estimateKey(tabId, number)] : proposal;
}

interface Share {
  readonly meter: string | null;
  readonly amount: Micros;
  readonly charges: number;
}

/** What an entry of a tab is for. Empty for other spends. */
function metersOf(
  { reference, itemisation }: EntryRecord,
  amount: Micros,
  docs: ReadonlyMap<string, Doc>,
): readonly Share[] {
  const place = reference === null ? null : placeOfTab(reference);
  if (place === null) return [];
  const { tabId, posting, number } = place;
  if (itemisation !== undefined) {
    const record = postingFrom(docs.get(keyText(postingKey(tabId, posting))));
    return (record?.meters ?? []).map(([meter, share, charges]) => {
      return { meter, amount: Micros.of(share), charges };
    });
  }
  const estimate = number === null ? undefined : docs.get(keyText(estimateKey(tabId, number)));
  if (estimate === undefined) return [];
  return [{ meter: estimateFrom(estimate).meter, amount, charges: 0 }];
}

function chargesOf(
  { reference, itemisation }: EntryRecord,
  docs: ReadonlyMap<string, Doc>,
): number {
  const place = itemisation === undefined || reference === null ? null : placeOfTab(reference);
  if (place === null) return 0;
  return postingFrom(docs.get(keyText(postingKey(place.tabId, place.posting))))?.count ?? 0;
}

function groupOf(by: Grouping, { day }: EntryRecord, spend: SpendProposal | null): string | null {
  switch (by) {
    case "day":
      return day;
    case "agent":
      return spend?.agentId ?? null;
    case "category":
      return spend?.category ?? null;
    case "turn":
      return spend?.turnId ?? null;
    case "vendor":
    case "meter":
      return spend?.vendor ?? null;
  }
}

interface Added extends Pick<EntryRecord, "proposalId"> {
  readonly isOfTab: boolean;
  readonly charges: number;
}

class CostSums {
  readonly #rows: Map<string | null, CostSum> = new Map();

  add(key: string | null, amount: Micros, { proposalId, isOfTab, charges }: Added): void {
    const row = this.#rows.get(key) ?? {
      amount: Micros.zero,
      charged: Micros.zero,
      spends: new Set(),
      charges: 0,
    };
    row.amount = Micros.add(row.amount, amount);
    if (isOfTab) row.charged = Micros.add(row.charged, amount);
    if (proposalId !== null) row.spends.add(proposalId);
    row.charges += charges;
    this.#rows.set(key, row);
  }

  toWire(): Pick<Costs, "totalUsd" | "rows"> {
    const sorted = [...this.#rows].toSorted(([, left], [, right]) =>
      left.amount < right.amount ? 1 : -1,
    );
    const total = sorted.reduce((sum, [, { amount }]) => Micros.add(sum, amount), Micros.zero);
    const rows = sorted.map(([key, { amount, charged, spends, charges }]): CostRow => {
      const [amountUsd, chargedUsd] = [Micros.toUsd(amount), Micros.toUsd(charged)];
      return { key, amountUsd, chargedUsd, spends: spends.size, charges };
    });
    return { totalUsd: Micros.toUsd(total), rows };
  }
}

interface CostSum {
  amount: Micros;
  charged: Micros;
  readonly spends: Set<string>;
  charges: number;
}
