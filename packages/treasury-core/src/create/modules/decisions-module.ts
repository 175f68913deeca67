import { decideAndResume } from "../../agent/decide-and-resume.ts";
import type { TurnRunner } from "../../agent/turn-runner.ts";
import { decidingOperator } from "../../http/access.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../treasury/engine.ts";
import { decide, decideAndShow, permissionToDecide } from "../../treasury/operations/decide.ts";
import { readTreasury } from "../../treasury/operations/read-treasury.ts";
import type { ModuleWith } from "../core-module.ts";
import { vouchedFor } from "./in-process-input.ts";

/** A person's decision on a proposal, after which its turn may resume. */
export function decisionsModule(engine: Engine, turns: TurnRunner): ModuleWith<"decide"> {
  return {
    routes: {
      decideProposal: {
        authorize: ({ workspaceId, proposalId, resume }, ask) =>
          permissionToDecide(engine, workspaceId, proposalId, async (proposal) => {
            const action = "decideProposal";
            await ask({ action, workspaceId, ...(proposal !== null && { proposal }) });
            const turnId = proposal?.turnId ?? null;
            // The response has the result of the turn that the decision resumes.
            if (resume === true && turnId !== null) {
              await ask({ action: "resumeTurn", workspaceId, turnId });
            }
          }),
        run: async (input, { operator, keyed, caller, permission }) => {
          const { workspaceId, proposalId, decision, comment = null } = input;
          const decider = decidingOperator(operator, input.operator);
          const made = { proposalId, decision, operator: decider, comment, permission };
          if (input.resume !== true) return decideAndShow(engine, workspaceId, made, keyed);
          const decided = await decideAndResume(engine, turns, workspaceId, made, keyed, caller);
          return { ...decided, state: await readTreasury(engine, workspaceId) };
        },
      },
    },
    methods: {
      decide: async (request) => {
        const input = parseInput("decideProposal", request);
        const { workspaceId, proposalId, decision, comment = null } = input;
        const operator = vouchedFor(input.operator);
        const made = { proposalId, decision, operator, comment };
        if (input.resume !== true) return decide(engine, workspaceId, made);
        return (await decideAndResume(engine, turns, workspaceId, made)).proposal;
      },
    },
  };
}
