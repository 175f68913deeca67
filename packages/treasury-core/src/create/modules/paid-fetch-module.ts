import { parseInput } from "../../http/read-input.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import { answerToProposer } from "../../paid-fetch/fetch-for-proposer.ts";
import { fetchPaidTool } from "../../paid-fetch/fetch-paid-tool.ts";
import { namedProposer, proposerOf } from "../../principals/proposer-of.ts";
import type { Engine } from "../../treasury/engine.ts";
import type { ModuleWith } from "../core-module.ts";
import { personVouchedFor } from "./in-process-input.ts";

/** Requests to sellers, which are paid after approval. */
export function paidFetchModule(engine: Engine): ModuleWith<"fetchPaid"> {
  const { paidFetch } = engine;
  return {
    routes: {
      fetchPaid: {
        run: (input, { agent, operator, signal }) => {
          const proposer = proposerOf(input.workspaceId, agent, personOf(operator));
          return answerToProposer(engine, proposer, input, signal);
        },
      },
    },
    tools: paidFetch === null ? [] : [fetchPaidTool(engine, paidFetch)],
    methods: {
      fetchPaid: async ({ agentId, agentName, operator, signal, ...request }) => {
        const input = parseInput("fetchPaid", request);
        const named = { agentId, agentName, person: personVouchedFor(operator) };
        const proposer = namedProposer(input.workspaceId, named);
        return answerToProposer(engine, proposer, input, signal ?? new AbortController().signal);
      },
    },
  };
}
