import type { Engine } from "../../kernel/engine.ts";
import type { TurnTool } from "../../kernel/turn-tool.ts";
import { paidFetchParameters } from "./paid-fetch-parameters.ts";
import type { PaidFetchTerms } from "./paid-fetch-terms.ts";
import { readStoredResource } from "./stored-resource.ts";

/** The tool of the built-in agent. */
export function fetchPaidTool(engine: Engine, terms: PaidFetchTerms): TurnTool {
  return {
    name: "fetch_paid",
    description:
      "Request an address of a seller. If the seller asks for a payment, its price is proposed like any other spend, and the content is returned once it is paid. Repeating a request in one turn returns the same purchase: to buy twice, give each purchase its own purpose.",
    parametersSchema: paidFetchParameters,
    effect: "write",
    // A repeated call has the same proposal, because its arguments are the same.
    repeatable: true,
    run: async (input, context) => {
      const { fetchInTurn } = await import("./paid-fetch-operations.ts");
      return fetchInTurn(engine, terms, input, context);
    },
    concluded: async (proposal) => {
      const { toolOutcome } = await import("./paid-fetch-operations.ts");
      const resource = await readStoredResource(engine, proposal);
      return toolOutcome(proposal.vendor, { proposal, resource, isRepeated: false });
    },
  };
}
