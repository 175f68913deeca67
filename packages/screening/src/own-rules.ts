import { TreasuryError } from "@agent-treasury/provider";
import { looseName, checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { type Readings, normaliseText, readingsOf } from "./normalise-text.ts";
import { type TermSet, checkExceptions, termSet } from "./term-set.ts";
import type { ProhibitedUse } from "./terms/uses/prohibited-use.ts";

/** A deployment's own screening rules. */
export interface ScreeningRulesOptions {
  /** More kinds of purchase to block or to review. */
  readonly prohibitedUses?: readonly ProhibitedUse[];
  /** Vendors to block, in any spelling. */
  readonly blockedVendors?: readonly string[];
  /**
   * If set, all other vendors are blocked. Names must match exactly, apart from case and spaces.
   */
  readonly allowedVendors?: readonly string[];
}

const optionNames: NamesOf<ScreeningRulesOptions> = {
  prohibitedUses: true,
  blockedVendors: true,
  allowedVendors: true,
};

/** A deployment's own rules, validated. */
export interface OwnRules {
  readonly sets: readonly TermSet[];
  /** Spellings without spaces and signs. */
  readonly blocked: ReadonlySet<string>;
  /** Plain names; undefined if all vendors are allowed. */
  readonly allowed: ReadonlySet<string> | undefined;
}

/**
 * Validates a deployment's own rules.
 *
 * @throws TreasuryError `invalid_request` for a term or a vendor without a letter or digit.
 */
export function readOwnRules(options: ScreeningRulesOptions): OwnRules {
  checkOptions("screeningRules", options, optionNames);
  const own = options.prohibitedUses ?? [];
  checkExceptions(own);
  const names = options.blockedVendors?.map(vendorName) ?? [];
  return {
    sets: own.length === 0 ? [] : [termSet(own)],
    blocked: new Set([
      ...names.map(readingsOf).flatMap(compactReadings),
      ...names.map(compactLoose),
    ]),
    allowed: options.allowedVendors && new Set(options.allowedVendors.map(plainName)),
  };
}

/** Spellings of a blocked vendor: `AcmeCorp`, `Acme-Corp` and `Acme Corp` are equal. */
export function compactReadings({ phrases, spelled }: Readings): string[] {
  return [...phrases, ...spelled].map((reading) => reading.replaceAll(" ", ""));
}

/** The exact name of an allowed vendor, without look-alikes. */
export function plainName(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
}

/** The loose name without the signs between its words. */
export function compactLoose(name: string): string {
  const loose = looseName(name);
  return loose.replace(/[^\p{L}\p{N}]/gu, "") || loose;
}

function vendorName(name: string): string {
  if (normaliseText(name) !== "") return name;
  throw new TreasuryError("invalid_request", "A blocked vendor has no letter and no digit.");
}
