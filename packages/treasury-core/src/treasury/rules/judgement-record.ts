import type { Json, JsonObject } from "@agent-treasury/provider";
import type { Finding } from "@agent-treasury/rules";

/** What the rules found for a spend, and the usage that it moved. */
export interface JudgementRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly findings: readonly FindingRecord[];
  readonly charges: readonly ChargeRecord[];
  /** Allocation counters to which the spend was charged. */
  readonly allocations: readonly string[];
}

export type FindingRecord = Pick<Finding, "rule" | "effect" | "text">;

/** Identifies a counter after the rules may have changed. */
export interface ChargeRecord {
  readonly counter: string;
  readonly group: string | null;
  /** Hash of a payee without an earlier payment. */
  readonly payee: string | null;
}

export const noJudgement: JudgementRecord = { at: 0, findings: [], charges: [], allocations: [] };

export function judgementToJson(record: JudgementRecord): JsonObject {
  const { at, findings, charges, allocations } = record;
  return {
    at,
    findings: findings.map((finding) => ({ ...finding })),
    charges: chargesToJson(charges),
    allocations,
  };
}

export function judgementFromJson(json: Json): JudgementRecord {
  const { charges, ...record } = json as unknown as JudgementRecord & {
    readonly charges: readonly StoredCharge[];
  };
  return { ...record, charges: charges.flatMap(chargesFromJson) };
}

/** The counters of one group. Compact, because a spend under many rules has a charge for each. */
type ChargedGroup = readonly [counters: string, group: string | null, payee: string | null];

type StoredCharge =
  | ChargedGroup
  /** The form of earlier records. */
  | ChargeRecord;

function chargesToJson(charges: readonly ChargeRecord[]): Json {
  const groups = new Map<string, ChargedGroup>();
  for (const { counter, group, payee } of charges) {
    const name = `${group} ${payee}`;
    const [counters] = groups.get(name) ?? [];
    // Ids of counters contain no space.
    groups.set(name, [counters === undefined ? counter : `${counters} ${counter}`, group, payee]);
  }
  return [...groups.values()];
}

function chargesFromJson(stored: StoredCharge): readonly ChargeRecord[] {
  if ("counter" in stored) return [stored];
  const [counters, group, payee] = stored;
  return counters.split(" ").map((counter) => ({ counter, group, payee }));
}
