import type { LoadableScreening } from "@agent-treasury/screening/load";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";
import type { JudgeDeps } from "./ask-judge.ts";

export interface ScreeningTerms {
  /** Loaded before a spend is proposed, because a commit does not wait. */
  readonly rules: Pick<LoadableScreening, "screen"> & Partial<LoadableScreening>;
  /** Null if none is connected. */
  readonly judge: JudgeDeps | null;
}

export const screeningTerm: TermSlot<ScreeningTerms> = new TermSlot("screening");
