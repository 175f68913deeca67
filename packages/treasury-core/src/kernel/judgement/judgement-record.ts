import type { Json, JsonObject } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Finding } from "@agent-treasury/rules";

/** What the guards found for a spend, and what they need to settle it. */
export interface JudgementRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly findings: readonly FindingRecord[];
  /** Fields of guards, by their `MemoSlot`. Those of an unknown guard remain. */
  readonly memo: JsonObject;
}

export type FindingRecord = Pick<Finding, "rule" | "effect" | "text">;

export const noJudgement: JudgementRecord = { at: 0, findings: [], memo: {} };

export function judgementToJson({ at, findings, memo }: JudgementRecord): JsonObject {
  return { at, findings: findings.map((finding) => ({ ...finding })), ...memo };
}

export function judgementFromJson(json: Json): JudgementRecord {
  const { at, findings, ...memo } = fromStored<StoredRecord>(json);
  return { at, findings, memo };
}

type StoredRecord = Pick<JudgementRecord, "at" | "findings">;
