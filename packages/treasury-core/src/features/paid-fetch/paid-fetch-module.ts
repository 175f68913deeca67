import type { PaidFetchAnswer, ParsedInput } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import type { CoreModule } from "../../http/core-module.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { type Proposer, proposerOf } from "../external-agents/index.ts";
import { fetchPaidTool } from "./fetch-paid-tool.ts";
import type { PaidFetchTerms } from "./paid-fetch-terms.ts";

/** Requests to sellers, which are paid after approval. */
export function paidFetchModule(engine: Engine, terms: PaidFetchTerms | null): CoreModule {
  const answerTo = async (
    proposer: Proposer,
    input: ParsedInput<"fetchPaid">,
    signal: AbortSignal,
    keyed: KeyedRequest | null = null,
  ): Promise<PaidFetchAnswer> => {
    if (terms === null) throw notConnected();
    const { fetchedToWire, fetchForProposer } = await import("./paid-fetch-operations.ts");
    const fetched = await fetchForProposer(engine, terms, proposer, input, signal, { keyed });
    return fetchedToWire(fetched.request, fetched.outcome);
  };
  return {
    routes: {
      fetchPaid: {
        run: (input, { agent, operator, signal, keyed }) => {
          const proposer = proposerOf(input.workspaceId, agent, personOf(operator));
          return answerTo(proposer, input, signal, keyed);
        },
      },
    },
    tools: terms === null ? [] : [fetchPaidTool(engine, terms)],
  };
}

function notConnected(): TreasuryError {
  return new TreasuryError(
    "paid_fetch_not_connected",
    "This deployment sends no requests to sellers.",
  );
}
