import type { RulesVerdict, ScreeningInput } from "@agent-treasury/screening/load";
import type { Screening, SpendGuard } from "../../kernel/judgement/spend-guard.ts";
import { screeningTerm } from "./screening-terms.ts";

interface DescribedSpend extends Pick<ScreeningInput, "vendor" | "purpose" | "category"> {
  /** Its vendor is proven. */
  readonly quote?: { readonly description: string | null } | null;
}

/** The screening of a proposal's texts, with which its judgement begins. */
export const textGuard: SpendGuard = {
  id: "texts",
  isReplayed: false,
  plan: (_ledger, spend, { moment, terms }) => {
    if (moment !== "proposal") return null;
    let screened: RulesVerdict | null = null;
    return {
      reads: [],
      judge: () => ({
        // Once, after all documents were requested.
        tighten: (_before, { isPayeeKnown = false, isPayeeListed, isOffered }): Screening => {
          screened ??= screeningTerm.of(terms).rules.screen(textsOf(spend));
          const { ifKnown } = screened;
          // Persons approved payments to an account whose number is the payee's name.
          const isKnown = isPayeeKnown || isPayeeListed === true || isOffered === true;
          return ifKnown !== undefined && isKnown ? ifKnown : screened;
        },
      }),
    };
  },
};

/** The payee's description is screened as the agent's texts are. */
export function textsOf({
  vendor,
  purpose,
  category,
  quote = null,
}: DescribedSpend): ScreeningInput {
  if (quote === null) return { vendor, purpose, category };
  return { vendor, purpose, category, isVendorProven: true, description: quote.description };
}
