import { TermSlot } from "../../kernel/judgement/term-slot.ts";

/** The origins that paid fetch may request without asking. */
export const listedOriginsTerm: TermSlot<ReadonlySet<string>> = new TermSlot("listed origins");
