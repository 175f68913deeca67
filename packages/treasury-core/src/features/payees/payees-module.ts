import type { ActionAnswer, ForgottenPayee, ParsedInput } from "@agent-treasury/contract";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { decidingOperator } from "../../http/access.ts";
import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { keyedCommand, type KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { invalidCursor } from "../../kernel/views/doc-page.ts";
import { startedAction } from "../administration/index.ts";
import { publishingTerm } from "../rules/index.ts";
import { payeePayload } from "./add-payee.ts";
import { forgetPayee } from "./forget-payee.ts";
import { listPayees, paidByPolicy, payeeToWire } from "./list-payees.ts";

export { payablePayees } from "./list-payees.ts";

export function payeesModule(engine: Engine): CoreModule {
  const { storage } = engine;
  const list = ({ workspaceId, cursor }: ParsedInput<"listPayees">) =>
    listPayees(storage, workspaceId, cursor === undefined ? null : placeIn(cursor));
  return {
    routes: {
      listPayees: { run: (input) => list(input) },
      listPaidByPolicy: { run: ({ workspaceId }) => paidByPolicy(storage, workspaceId) },
      addPayee: {
        run: (input, { operator, keyed }) =>
          add(engine, input, decidingOperator(operator, input.operator), keyed),
      },
      forgetPayee: {
        run: (input, { operator, keyed }) => {
          // Only persons may forget one, although the record keeps no name.
          decidingOperator(operator, input.operator);
          return forget(engine, input, keyed);
        },
      },
    },
  };
}

function add(
  engine: Engine,
  { workspaceId, vendor, rail, amountUsd }: ParsedInput<"addPayee">,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const terms = { vendor, rail, amount: amountFromUsd(amountUsd, "amountUsd") };
  const payload = payeePayload(terms, publishingTerm.of(engine.policy).rails);
  const action = { type: "add_payee", payload: () => payload, operator } as const;
  return startedAction(engine, workspaceId, action, keyed);
}

async function forget(
  engine: Engine,
  { workspaceId, payeeId }: ParsedInput<"forgetPayee">,
  keyed: KeyedRequest | null = null,
): Promise<ForgottenPayee> {
  // A repeated request has no record of the name, which could not be erased there.
  const recall = () => ({ id: payeeId, name: null, rails: [], ordinal: 0n });
  const command = keyedCommand(forgetPayee(payeeId), keyed, recall);
  return { payee: payeeToWire(await engine.committer.run(workspaceId, command)) };
}

function placeIn(cursor: string): bigint {
  if (/^\d{1,30}$/.test(cursor)) return BigInt(cursor);
  throw invalidCursor();
}
