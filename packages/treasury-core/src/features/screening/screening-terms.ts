import type { ScreeningRules } from "@agent-treasury/screening";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";
import type { ClassifierDeps } from "./ask-classifier.ts";

export interface ScreeningTerms {
  readonly rules: ScreeningRules;
  /** Null if none is connected. */
  readonly classifier: ClassifierDeps | null;
}

export const screeningTerm: TermSlot<ScreeningTerms> = new TermSlot("screening");
