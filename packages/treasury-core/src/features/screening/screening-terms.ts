import type { ScreeningRules } from "@agent-treasury/screening";
import type { LoadedScreeningRules } from "@agent-treasury/screening/loaded";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";
import type { ClassifierDeps } from "./ask-classifier.ts";

export interface ScreeningTerms {
  /** Before the first `screen`, `load` has to be called if there is one. */
  readonly rules: ScreeningRules & Partial<LoadedScreeningRules>;
  /** Null if none is connected. */
  readonly classifier: ClassifierDeps | null;
}

export const screeningTerm: TermSlot<ScreeningTerms> = new TermSlot("screening");
