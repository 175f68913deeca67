import { TreasuryError } from "../../errors.ts";
import { holdsAccountNumber } from "./account-numbers.ts";
import { type Readings, normaliseText, readingsOf } from "./normalise-text.ts";
import type { ProhibitedUse } from "./prohibited-uses.ts";
import { type TermSet, builtInTerms, termSet } from "./term-set.ts";

/** What the gate says of a spend. It knows nothing of amounts. */
export interface GateVerdict {
  readonly verdict: "safe" | "review" | "blocked";
  /** One sentence. */
  readonly reason: string;
}

/** What the gate reads: everything the agent wrote about a spend. */
export interface GatedSpend {
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
}

/** Decides by fixed rules whether a purchase may be made at all. No model is asked. */
export interface SafetyGate {
  screen(spend: GatedSpend): GateVerdict;
}

/** What a deployment adds to the gate. */
export interface SafetyGateOptions {
  /** More kinds of purchase to stop or to put before a person. */
  readonly prohibitedUses?: readonly ProhibitedUse[];
  /** Vendors that are never paid, however their names are written. */
  readonly blockedVendors?: readonly string[];
  /** When given, no other vendor is paid. A name must be written as here, but for case and spaces. */
  readonly allowedVendors?: readonly string[];
}

/**
 * A gate of the built-in prohibited uses and the deployment's own rules.
 *
 * @throws TreasuryError `invalid_request` for a term or a vendor without a letter or digit.
 */
export function safetyGate(options: SafetyGateOptions = {}): SafetyGate {
  const ownTerms = termSet(options.prohibitedUses ?? []);
  const blocked = new Set(
    options.blockedVendors?.map(vendorName).map(readingsOf).flatMap(compactReadings),
  );
  const allowed = options.allowedVendors && new Set(options.allowedVendors.map(plainName));
  return {
    screen: (spend) => {
      const vendor = readingsOf(spend.vendor);
      if (compactReadings(vendor).some((reading) => blocked.has(reading))) {
        return {
          verdict: "blocked",
          reason: "The vendor is on this deployment's list of blocked vendors.",
        };
      }
      if (allowed !== undefined && !allowed.has(plainName(spend.vendor))) {
        return {
          verdict: "blocked",
          reason: "The vendor is not on this deployment's list of allowed vendors.",
        };
      }
      const readings = [vendor, readingsOf(spend.purpose), readingsOf(spend.category ?? "")];
      const found = screenTerms(readings, [builtInTerms(), ownTerms]);
      if (found.verdict === "blocked") return found;
      const texts = [spend.vendor, spend.purpose, spend.category ?? ""];
      return holdsAccountNumber(texts) ? withAccountNumber(found) : found;
    },
  };
}

function withAccountNumber({ verdict, reason }: GateVerdict): GateVerdict {
  const account = "The text contains an account number, so that a person has to approve the spend.";
  return { verdict: "review", reason: verdict === "safe" ? account : `${reason} ${account}` };
}

/** The strictest verdict of all uses of which a term occurs in what the agent wrote. */
function screenTerms(readings: readonly Readings[], sets: readonly TermSet[]): GateVerdict {
  const met = sets.flatMap((set) => set.usesIn(readings));
  const use = met.find(({ verdict }) => verdict === "blocked") ?? met[0];
  if (use === undefined) return { verdict: "safe", reason: "No rule speaks against it." };
  return { verdict: use.verdict, reason: use.reason };
}

/** Names as they are compared with those that are blocked: `AcmeCorp`, `Acme-Corp` and `Acme Corp` are one. */
function compactReadings({ phrases, spelled }: Readings): string[] {
  return [...phrases, ...spelled].map((reading) => reading.replaceAll(" ", ""));
}

/** A name as it is compared with those that are allowed: what only looks like one of them is not it. */
function plainName(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
}

function vendorName(name: string): string {
  if (normaliseText(name) !== "") return name;
  throw new TreasuryError("invalid_request", "A blocked vendor has no letter and no digit.");
}
