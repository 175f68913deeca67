import type { Json, JsonObject } from "@agent-treasury/provider";
import type { Finding, StoredCharge } from "@agent-treasury/rules";

/** What the rules found for a spend, and the usage that it moved. */
export interface JudgementRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly findings: readonly FindingRecord[];
  /** Empty for a spend that the ledger executed. The rules that judged it determine them again. */
  readonly charges: readonly StoredCharge[];
  /** Missing if the payee was known, or if no rule depends on it. */
  readonly isNewPayee?: true;
  /** Allocation counters to which the spend was charged. */
  readonly allocations: readonly string[];
  /** Ids of the standing approvals that gave one of its approvals, after that of their document. */
  readonly standing?: readonly [pair: string, ...ids: string[]];
}

export type FindingRecord = Pick<Finding, "rule" | "effect" | "text">;

export const noJudgement: JudgementRecord = { at: 0, findings: [], charges: [], allocations: [] };

/** Omits empty lists, because every spend under rules writes a record. */
export function judgementToJson(record: JudgementRecord): JsonObject {
  const { at, findings, charges, isNewPayee, allocations, standing } = record;
  return {
    at,
    findings: findings.map((finding) => ({ ...finding })),
    ...(charges.length > 0 && { charges: chargesToJson(charges) }),
    ...(isNewPayee && { isNewPayee }),
    ...(allocations.length > 0 && { allocations }),
    ...(standing && { standing }),
  };
}

export function judgementFromJson(json: Json): JudgementRecord {
  const { charges = [], ...record } = json as unknown as StoredRecord;
  return { allocations: [], ...record, charges: charges.flatMap(chargesFromJson) };
}

type StoredRecord = Omit<JudgementRecord, "charges" | "allocations"> & {
  readonly charges?: readonly ChargesJson[];
  readonly allocations?: readonly string[];
};

/** The counters of one group. Compact, because a spend under many rules has a charge for each. */
type ChargedGroup = readonly [counters: string, group: string | null, payee: string | null];

type ChargesJson =
  | ChargedGroup
  /** The form of earlier records. */
  | StoredCharge;

function chargesToJson(charges: readonly StoredCharge[]): Json {
  const groups = new Map<string, ChargedGroup>();
  for (const { counter, group, payee } of charges) {
    const name = `${group} ${payee}`;
    const [counters] = groups.get(name) ?? [];
    // Ids of counters contain no space.
    groups.set(name, [counters === undefined ? counter : `${counters} ${counter}`, group, payee]);
  }
  return [...groups.values()];
}

function chargesFromJson(stored: ChargesJson): readonly StoredCharge[] {
  if ("counter" in stored) return [stored];
  const [counters, group, payee] = stored;
  return counters.split(" ").map((counter) => ({ counter, group, payee }));
}
