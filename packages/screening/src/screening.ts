import { lazily } from "@agent-treasury/provider/helpers";
import { holdsAccountNumber } from "./account-numbers.ts";
import { builtInTerms } from "./built-in-terms.ts";
import { type Field, readField } from "./field.ts";
import { Memory } from "./memory.ts";
import { type OwnRules, compactLoose, compactReadings, plainName } from "./own-rules.ts";
import { strictestUse, tooManyTerms } from "./strictest-use.ts";
import type { TermSet } from "./term-set.ts";

export { builtInTerms } from "./built-in-terms.ts";

/** The number of cached vendors and categories, and their maximum length. */
const rememberedFields = 1_000;
const longestRemembered = 200;

/** A screening verdict. Amounts are not considered. */
export interface RulesVerdict {
  readonly verdict: "safe" | "review" | "blocked";
  /** One sentence. */
  readonly reason: string;
  /**
   * The verdict if a person has approved a payment to exactly this vendor before. Given if the only
   * account number is the vendor's name.
   */
  readonly ifKnown?: Pick<RulesVerdict, "verdict" | "reason">;
}

/** The texts about a spend. */
export interface ScreeningInput {
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /** Whether a rail proves the vendor, so that it may be an account number. False by default. */
  readonly isVendorProven?: boolean;
  /** The payee's own words. None by default. */
  readonly description?: string | null;
}

/** Screens a purchase by fixed rules, without a model. */
export interface ScreeningRules {
  screen(spend: ScreeningInput): RulesVerdict;
}

/** Screens by the built-in terms and a deployment's own rules. */
export function screening({ sets: ownSets, blocked, allowed }: OwnRules): ScreeningRules {
  // Cached because vendors and categories recur.
  const recent = new Memory<string, Field>(rememberedFields);
  const known = lazily(() => {
    const sets = [builtInTerms(), ...ownSets];
    return { sets, finders: sets.map(({ finder }) => finder) };
  });
  const isBlocked = (vendor: Field): boolean =>
    blocked.size > 0 &&
    [compactLoose(vendor.text), ...compactReadings(vendor.readings())].some((name) =>
      blocked.has(name),
    );
  return {
    screen: (spend) => {
      const { sets, finders } = known();
      const read = (text: string): Field => readField(text, finders);
      const recurring = (text: string): Field =>
        text.length > longestRemembered ? read(text) : recent.get(text, () => read(text));
      const vendor = recurring(spend.vendor);
      if (isBlocked(vendor)) {
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
      const { purpose, category, description, isVendorProven = false } = spend;
      const texts = [
        read(purpose),
        recurring(category ?? ""),
        ...(description ? [read(description)] : []),
      ];
      const fields = [vendor, ...texts];
      const found = screenTerms(fields, sets, vendor);
      if (found.verdict === "blocked" || !holdsAccountNumber(isVendorProven ? texts : fields)) {
        return found;
      }
      const held = withAccountNumber(found);
      const isVendorAlone =
        !isVendorProven && holdsAccountNumber([vendor]) && !holdsAccountNumber(texts);
      return isVendorAlone ? { ...held, ifKnown: found } : held;
    },
  };
}

function withAccountNumber({ verdict, reason }: RulesVerdict): RulesVerdict {
  const account = "The text contains an account number, so that a person has to approve the spend.";
  return { verdict: "review", reason: verdict === "safe" ? account : `${reason} ${account}` };
}

/** Returns the strictest verdict of all matching uses. */
function screenTerms(
  fields: readonly Field[],
  sets: readonly TermSet[],
  vendor: Field,
): RulesVerdict {
  const use = strictestUse(fields, sets, undefined, vendor);
  if (use === null) return { verdict: "safe", reason: "No screening rule matched." };
  if (use === tooManyTerms) {
    return {
      verdict: "review",
      reason:
        "The text contains too many terms to compare, so that a person has to approve the spend.",
    };
  }
  return { verdict: use.verdict, reason: use.reason };
}
