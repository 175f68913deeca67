import type { Engine } from "../../kernel/engine.ts";
import type { SpendPreparation } from "../../kernel/engine.ts";
import type { AskedProposal } from "../../kernel/spends/spend-request.ts";
import { askJudge } from "./ask-judge.ts";
import { readBeforeSpend } from "./read-before-spend.ts";
import { screeningTerm } from "./screening-terms.ts";
import { textsOf } from "./text-guard.ts";
import type { Opinion } from "./tighten-screening.ts";

/** Loads the screening, and asks the judge about a proposed spend. */
export const opinionPreparation: SpendPreparation = {
  beforeProposal: async (engine, workspaceId, request) => ({
    opinion: await opinionOn(engine, workspaceId, request),
  }),
};

/** Skips blocked spends and existing proposals. */
async function opinionOn(
  engine: Engine,
  workspaceId: string,
  request: AskedProposal,
): Promise<Opinion> {
  const { rules, judge } = screeningTerm.of(engine.policy);
  await rules.load?.();
  if (judge === null) return { kind: "not_asked" };
  const screened = rules.screen(textsOf(request));
  const { verdict } = screened;
  if (verdict === "blocked") return { kind: "not_asked" };
  const before = await readBeforeSpend(engine, workspaceId, request);
  if (before.isProposed) return { kind: "not_asked" };
  if (judge.asks === "automatic") {
    if ((screened.ifKnown ?? screened).verdict !== "safe") return { kind: "not_needed" };
    if (!before.mayBeAutomatic) return { kind: "not_needed" };
  }
  return askJudge(judge, workspaceId, { ...request, payee: before.payee });
}
