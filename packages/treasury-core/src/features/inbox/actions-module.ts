import type { ActionAnswer, ParsedInput } from "@agent-treasury/contract";
import { decidingOperator } from "../../http/access.ts";
import { vouchedFor } from "../../http/in-process-calls.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import type { ModuleWith } from "../../treasury.ts";
import { decideOnAction, listActions } from "../administration/index.ts";
import { verifyDecision } from "../passkeys/index.ts";
import { withdrawApproval } from "./withdraw-approval.ts";

export function actionsModule(engine: Engine): ModuleWith<"withdrawApproval"> {
  return {
    routes: {
      listActions: {
        run: ({ workspaceId, ...question }) => listActions(engine, workspaceId, question),
      },
      decideAction: {
        run: (input, { operator, keyed }) =>
          decide(engine, input, decidingOperator(operator, input.operator), keyed),
      },
      withdrawApproval: {
        run: async ({ workspaceId, proposalId }, { operator, keyed }) => {
          const person = decidingOperator(operator);
          const proposal = await withdrawApproval(engine, workspaceId, proposalId, person, keyed);
          return { proposal };
        },
      },
    },
    methods: {
      withdrawApproval: async ({ operator, ...request }) => {
        const { workspaceId, proposalId } = parseInput("withdrawApproval", request);
        return withdrawApproval(engine, workspaceId, proposalId, vouchedFor(operator));
      },
    },
  };
}

async function decide(
  engine: Engine,
  { workspaceId, actionId, decision, passkey }: ParsedInput<"decideAction">,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const intent = `${decision}_action` as const;
  const terms = { workspaceId, operator, intent, subject: actionId };
  const signed = passkey ? await verifyDecision(engine, passkey, terms) : null;
  return decideOnAction(engine, workspaceId, { actionId, decision, operator, signed }, keyed);
}
