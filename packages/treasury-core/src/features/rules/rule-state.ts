import { type Json, Micros, TreasuryError } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import {
  type Counter,
  counterFromJson,
  counterToJson,
  emptyCounter,
  emptyTally,
  type GroupCount,
  type Tally,
  withTally,
} from "@agent-treasury/rules";
import { HeadSlice } from "../../kernel/ledger/head-slice.ts";
import type { LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import { mapToRecord } from "./recorded-map.ts";
import { UsageTallies } from "./usage-tallies.ts";

/** The published rules of a workspace and the usage that they limit. */
export interface RuleState {
  /** Digest of the published rule set; null for the deployment's default. */
  readonly published: string | null;
  /** Number of publications. */
  readonly publications: number;
  /** Usage by counter id, without the tally. Counters by group are documents. */
  readonly counters: ReadonlyMap<string, Counter>;
  readonly tally: HeadTally;
  /** Live groups by counter id. */
  readonly groups: ReadonlyMap<string, GroupCount>;
  /** Spends that the documents of counters do not contain yet. */
  readonly tallies: UsageTallies;
}

/** Spends that counters of the head do not contain yet. */
export interface HeadTally extends Tally {
  /** Ids of the counters that it serves. */
  readonly counters: ReadonlySet<string>;
}

export const noHeadTally: HeadTally = { ...emptyTally, counters: new Set() };

export const noRules: RuleState = {
  published: null,
  publications: 0,
  counters: new Map(),
  tally: noHeadTally,
  groups: new Map(),
  tallies: UsageTallies.none,
};

export const ruleState: HeadSlice<RuleState> = new HeadSlice({
  name: "rules",
  none: noRules,
  toJson: rulesToJson,
  fromJson: rulesFromJson,
  atReset: afterReset,
});

/** Returns a counter of the head with the spends of its tally. */
export function headCounter({ counters, tally }: RuleState, id: string): Counter {
  const counter = counters.get(id) ?? emptyCounter;
  return tally.counters.has(id) ? withTally(counter, tally) : counter;
}

/** Returns the counters of the head with the spends of their tally. */
export function headCounters(rules: RuleState): ReadonlyMap<string, Counter> {
  if (rules.tally.count === 0) return rules.counters;
  return new Map([...rules.counters.keys()].map((id) => [id, headCounter(rules, id)]));
}

export function withTallies(head: LedgerHead, tallies: UsageTallies): LedgerHead {
  const rules = ruleState.of(head.account);
  return tallies === rules.tallies ? head : ruleState.with(head, { ...rules, tallies });
}

function rulesToJson(state: RuleState): Json {
  const { published, publications, counters, tally, groups, tallies } = state;
  const hasTallies = tally.counters.size > 0 || tallies.size > 0;
  return {
    published,
    publications,
    counters: mapToRecord(counters, counterToJson),
    groups: mapToRecord(groups, (ends) => ends.map((end) => [...end])),
    ...(hasTallies && {
      // Ids of counters contain no space.
      tally: [[...tally.counters].join(" "), Micros.toText(tally.spent), tally.count],
      tallies: tallies.records,
    }),
  };
}

type RulesRecord = Pick<RuleState, "published" | "publications"> & {
  readonly counters: Readonly<Record<string, Json>>;
  readonly groups: Readonly<Record<string, GroupCount>>;
  /** Missing without tallies. */
  readonly tally?: readonly [ids: string, spent: string, count: number];
  /** Missing without tallies. */
  readonly tallies?: readonly string[];
};

/** @throws TreasuryError `storage_error` for a counter that cannot be read. */
function rulesFromJson(stored: Json): RuleState {
  const record = fromStored<RulesRecord>(stored);
  const { published, publications, counters, tally, groups, tallies } = record;
  return {
    published,
    publications,
    counters: new Map(Object.entries(counters).map(([id, json]) => [id, readCounter(id, json)])),
    tally: tally === undefined ? noHeadTally : headTallyFrom(tally),
    groups: new Map(Object.entries(groups)),
    tallies: UsageTallies.fromRecords(tallies ?? []),
  };
}

function headTallyFrom([ids, spent, count]: NonNullable<RulesRecord["tally"]>): HeadTally {
  const counters = new Set(ids === "" ? [] : ids.split(" "));
  return { counters, spent: Micros.of(spent), count };
}

export function readCounter(id: string, json: unknown): Counter {
  const counter = counterFromJson(json);
  if (counter !== undefined) return counter;
  throw new TreasuryError("storage_error", `The usage counter ${id} cannot be read.`);
}

/** Keeps the published rules and ends their usage. */
function afterReset(rules: RuleState): RuleState {
  const { published, publications } = rules;
  return { ...noRules, published, publications };
}
