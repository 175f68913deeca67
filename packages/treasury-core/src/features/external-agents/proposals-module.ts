import { type ParsedInput, type ProposalAnswer, repetitionNote } from "@agent-treasury/contract";
import { type PaidResource, TreasuryError } from "@agent-treasury/provider";
import { inBound } from "../../http/in-process-calls.ts";
import { credentialOf } from "../../http/outside-agent.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Call } from "../../http/route-table.ts";
import { ServedFile } from "../../http/served-file.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { readAfterSpend } from "../../kernel/judgement/payment-unconfirmed.ts";
import { type ExplainedProposal, readExplained } from "../../kernel/views/read-explained.ts";
import type { ModuleWith } from "../../treasury.ts";
import { readResource, wholeOf } from "../payments/index.ts";
import { readAgentBudget } from "./agent-budget.ts";
import type { ProposalWaits } from "./proposal-waits.ts";
import { type Proposer, previewPurchase, proposePurchase, purchaseOf } from "./propose-purchase.ts";
import { proposerOf } from "./proposer-of.ts";

export function proposalsModule(
  engine: Engine,
  waits: ProposalWaits,
): ModuleWith<"proposal" | "readResource"> {
  const budgetOf = ({ workspaceId, agentId: id, allocationId }: Proposer) =>
    readAgentBudget(engine, { workspaceId, id, allocationId });
  return {
    routes: {
      readBudget: {
        run: ({ workspaceId }, { agent, operator }) =>
          budgetOf(proposerOf(workspaceId, agent, personOf(operator))),
      },
      createProposal: {
        run: (input, { agent, operator, keyed }) =>
          answerTo(engine, proposerOf(input.workspaceId, agent, personOf(operator)), input, keyed),
      },
      readResource: {
        run: async ({ workspaceId, proposalId }, { agent }) => {
          const question = { workspaceId, proposalId, agentId: agent?.id ?? null };
          const { body, rest, bytes: _, ...described } = await readResource(engine, question);
          return new ServedFile(described, inParts(body, rest));
        },
      },
      readProposal: {
        run: async ({ workspaceId, proposalId, wait }, call) => {
          const question = { workspaceId, proposalId, agentId: call.agent?.id ?? null };
          const terms = { seconds: wait, caller: callerOf(call), signal: call.signal };
          const read = await waits.read(engine, question, terms);
          if (wait > 0) await call.authenticateAgain();
          return answerWith(read);
        },
      },
    },
    leave: () => waits.close(),
    methods: {
      readResource: async (request) => {
        const { workspaceId, proposalId } = parseInput("readResource", request);
        return wholeOf(await readResource(engine, { workspaceId, proposalId, agentId: null }));
      },
      proposal: ({ agentId = null, signal = null, ...request }) =>
        inBound("readProposal", async () => {
          const { workspaceId, proposalId, wait } = parseInput("readProposal", request);
          // Otherwise a caller that repeats its wait would not notice.
          if (waits.isClosed) throw shuttingDown();
          const question = { workspaceId, proposalId, agentId };
          const terms = { seconds: wait, caller: null, signal };
          return answerWith(await waits.read(engine, question, terms));
        }),
    },
  };
}

async function* inParts(
  first: Uint8Array,
  rest: PaidResource["rest"],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  if (rest !== undefined) yield* rest;
}

async function answerTo(
  engine: Engine,
  proposer: Proposer,
  input: ParsedInput<"createProposal">,
  keyed: KeyedRequest | null = null,
): Promise<ProposalAnswer> {
  const purchase = purchaseOf(input);
  const { dryRun = false } = input;
  if (dryRun !== false) {
    const storing = dryRun === true ? null : { keyed };
    const preview = await previewPurchase(engine, proposer, purchase, storing);
    return answerWith(preview, preview.isRepeated, !preview.isStored);
  }
  const proposed = await proposePurchase(engine, proposer, purchase, keyed);
  const { proposal, explanation, isRepeated } = proposed;
  if (explanation !== null) return answerWith({ proposal, explanation }, isRepeated);
  const question = {
    workspaceId: proposer.workspaceId,
    proposalId: proposal.id,
    agentId: null,
  };
  const read = await readAfterSpend(proposal, () => readExplained(engine, question));
  return answerWith(read, isRepeated);
}

function shuttingDown(): TreasuryError {
  return new TreasuryError("shutting_down", "The treasury is shutting down.");
}

function answerWith(
  { proposal, explanation }: ExplainedProposal,
  repeated = false,
  dryRun = false,
): ProposalAnswer {
  const note = repeated ? repetitionNote(proposal) : null;
  return { proposal, explanation: [...explanation], dryRun, repeated, note };
}

/** Waiting requests are counted for each credential. */
function callerOf({ agent, caller }: Call): string {
  return agent === null ? caller.id : credentialOf(agent);
}
