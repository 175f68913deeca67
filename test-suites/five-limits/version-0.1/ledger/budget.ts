import { type Micros, microsToText, toMicros } from "../money/micros.ts";

/** What bounds a workspace's spending. */
export interface SpendingLimits {
  readonly maxSpendPerAction: Micros;
  readonly autoApproveUnder: Micros;
  readonly dailySpendCap: Micros;
  readonly minReserve: Micros;
}

/** The limits that differ from the deployment's. */
export type LimitOverrides = Partial<SpendingLimits>;

/** Limits as a stored record keeps them, in the order in which a hash covers them. */
export type LimitsRecord = readonly [
  maxSpendPerAction: string,
  autoApproveUnder: string,
  dailySpendCap: string,
  minReserve: string,
];

/** The names of the limits. */
export const limitNames: readonly (keyof SpendingLimits)[] = [
  "maxSpendPerAction",
  "autoApproveUnder",
  "dailySpendCap",
  "minReserve",
];

/** Limits as a stored record keeps them. */
export function limitsToRecord(limits: SpendingLimits): LimitsRecord {
  return [
    microsToText(limits.maxSpendPerAction),
    microsToText(limits.autoApproveUnder),
    microsToText(limits.dailySpendCap),
    microsToText(limits.minReserve),
  ];
}

/** Overrides as a stored record keeps them. */
export function overridesToRecord(overrides: LimitOverrides): Record<string, string> {
  const record: Record<string, string> = {};
  for (const name of limitNames) {
    const limit = overrides[name];
    if (limit !== undefined) record[name] = microsToText(limit);
  }
  return record;
}

/** Reads what `overridesToRecord` wrote. */
export function overridesFromRecord(record: Readonly<Record<string, string>>): LimitOverrides {
  const overrides: { -readonly [Name in keyof SpendingLimits]?: Micros } = {};
  for (const name of limitNames) {
    const limit = record[name];
    if (limit !== undefined) overrides[name] = toMicros(limit);
  }
  return overrides;
}
