import { Micros } from "@agent-treasury/provider";

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
    Micros.toText(limits.maxSpendPerAction),
    Micros.toText(limits.autoApproveUnder),
    Micros.toText(limits.dailySpendCap),
    Micros.toText(limits.minReserve),
  ];
}

/** Overrides as a stored record keeps them. */
export function overridesToRecord(overrides: LimitOverrides): Record<string, string> {
  const record: Record<string, string> = {};
  for (const name of limitNames) {
    const limit = overrides[name];
    if (limit !== undefined) record[name] = Micros.toText(limit);
  }
  return record;
}

/**
 * Reads what `overridesToRecord` wrote. Other names are dropped, because a change of limits replaces all
 * of them: a later version keeps further limits in a field of the account of their own.
 */
export function overridesFromRecord(record: Readonly<Record<string, string>>): LimitOverrides {
  const overrides: { -readonly [Name in keyof SpendingLimits]?: Micros } = {};
  for (const name of limitNames) {
    const limit = record[name];
    if (limit !== undefined) overrides[name] = Micros.of(limit);
  }
  return overrides;
}
