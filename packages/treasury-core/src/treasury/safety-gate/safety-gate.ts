import { normaliseText, readingsOf } from "./normalise-text.ts";
import { type ProhibitedUse, prohibitedUses } from "./prohibited-uses.ts";

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

/** What a deployment adds to the gate. Names are compared after normalisation. */
export interface SafetyGateOptions {
  /** More kinds of purchase to stop or to put before a person. */
  readonly prohibitedUses?: readonly ProhibitedUse[];
  /** Vendors that are never paid. */
  readonly blockedVendors?: readonly string[];
  /** When given, no other vendor is paid. */
  readonly allowedVendors?: readonly string[];
}

/** A gate of the built-in prohibited uses and the deployment's own rules. */
export function safetyGate(options: SafetyGateOptions = {}): SafetyGate {
  const uses = [...prohibitedUses, ...(options.prohibitedUses ?? [])].map(compile);
  const blocked = new Set(options.blockedVendors?.flatMap(readingsOf));
  const allowed = options.allowedVendors && new Set(options.allowedVendors.map(normaliseText));
  return {
    screen: (spend) => {
      if (readingsOf(spend.vendor).some((reading) => blocked.has(reading))) {
        return {
          verdict: "blocked",
          reason: "The vendor is on this deployment's list of blocked vendors.",
        };
      }
      if (allowed !== undefined && !allowed.has(normaliseText(spend.vendor))) {
        return {
          verdict: "blocked",
          reason: "The vendor is not on this deployment's list of allowed vendors.",
        };
      }
      return screenUses(spend, uses);
    },
  };
}

interface CompiledUse extends ProhibitedUse {
  readonly pattern: RegExp;
}

/** The strictest verdict of all uses that occur in what the agent wrote. */
function screenUses(spend: GatedSpend, uses: readonly CompiledUse[]): GateVerdict {
  const readings = [spend.vendor, spend.purpose, spend.category ?? ""].flatMap(readingsOf);
  const met = uses.filter((use) => readings.some((reading) => use.pattern.test(reading)));
  const use = met.find(({ verdict }) => verdict === "blocked") ?? met[0];
  if (use === undefined) return { verdict: "safe", reason: "No rule speaks against it." };
  return { verdict: use.verdict, reason: use.reason };
}

function compile(use: ProhibitedUse): CompiledUse {
  const alternatives = use.terms.map((term) => {
    const ending = term.endsWith("*") ? "[\\p{L}\\p{N}]*" : "";
    return normaliseText(term) + ending;
  });
  const pattern = `(?<![\\p{L}\\p{N}])(?:${alternatives.join("|")})(?![\\p{L}\\p{N}])`;
  return { ...use, pattern: new RegExp(pattern, "u") };
}
