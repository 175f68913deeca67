import { type JsonObject, TreasuryError } from "@agent-treasury/provider";
import {
  type Counter,
  type GroupCount,
  counterFromJson,
  counterToJson,
} from "@agent-treasury/rules";

/** The published rules of a workspace and the usage that they limit. */
export interface RuleState {
  /** Digest of the published rule set; null for the deployment's default. */
  readonly published: string | null;
  /** Number of publications. */
  readonly publications: number;
  /** Usage by counter id. Counters by group are documents. */
  readonly counters: ReadonlyMap<string, Counter>;
  /** Live groups by counter id. */
  readonly groups: ReadonlyMap<string, GroupCount>;
}

export const noRules: RuleState = {
  published: null,
  publications: 0,
  counters: new Map(),
  groups: new Map(),
};

export function rulesToRecord(state: RuleState): JsonObject {
  const { published, publications, counters, groups } = state;
  return {
    published,
    publications,
    counters: Object.fromEntries([...counters].map(([id, one]) => [id, counterToJson(one)])),
    groups: Object.fromEntries([...groups].map(([id, one]) => [id, one.map((pair) => [...pair])])),
  };
}

type RulesRecord = Pick<RuleState, "published" | "publications"> & {
  readonly counters: JsonObject;
  readonly groups: Readonly<Record<string, GroupCount>>;
};

/** @throws TreasuryError `storage_error` for a counter that cannot be read. */
export function rulesFromRecord(record: unknown): RuleState {
  if (record === undefined) return noRules;
  const { published, publications, counters, groups } = record as RulesRecord;
  return {
    published,
    publications,
    counters: new Map(Object.entries(counters).map(([id, json]) => [id, readCounter(id, json)])),
    groups: new Map(Object.entries(groups)),
  };
}

export function readCounter(id: string, json: unknown): Counter {
  const counter = counterFromJson(json);
  if (counter !== undefined) return counter;
  throw new TreasuryError("storage_error", `The usage counter ${id} cannot be read.`);
}

/** Keeps the published rules and ends their usage. */
export function afterReset(rules: RuleState): RuleState {
  const { published, publications } = rules;
  return rules === noRules ? rules : { ...noRules, published, publications };
}
