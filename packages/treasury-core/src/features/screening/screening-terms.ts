import type { LoadableScreening } from "@agent-treasury/screening/load";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";
import type { ClassifierDeps } from "./ask-classifier.ts";

export interface ScreeningTerms {
  /** Loaded before a spend is proposed, because a commit does not wait. */
  readonly rules: Pick<LoadableScreening, "screen"> & Partial<LoadableScreening>;
  /** Null if none is connected. */
  readonly classifier: ClassifierDeps | null;
}

export const screeningTerm: TermSlot<ScreeningTerms> = new TermSlot("screening");
