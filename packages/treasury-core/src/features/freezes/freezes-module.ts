import type { ActionAnswer, FreezeAnswer, ParsedInput } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { decidingOperator } from "../../http/access.ts";
import type { CoreModule } from "../../http/core-module.ts";
import { vouchedFor } from "../../http/in-process-calls.ts";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import type { TreasuryFreezes } from "../../treasury.ts";
import { startedAction } from "../administration/index.ts";
import { freezeAll } from "./freeze-all.ts";
import type { FreezeActor } from "./freeze-record.ts";
import { freeze, listFreezes, personActor, placeOf } from "./freezes.ts";
import { unfreezeAll } from "./unfreeze-all.ts";
import { unfreezePayload } from "./unfreeze.ts";

interface FreezesModule extends CoreModule {
  readonly methods: Pick<TreasuryFreezes, "freezeAll">;
}

/** @param suspendFrozen suspends machines in the background. */
export function freezesModule(engine: Engine, suspendFrozen: () => void): FreezesModule {
  const freezeBy = async (
    input: ParsedInput<"freeze">,
    by: FreezeActor,
    keyed: KeyedRequest | null = null,
  ): Promise<FreezeAnswer> => {
    const { operator: _operator, ...frozen } = input;
    const answer = { freeze: await freeze(engine, frozen, by, keyed) };
    suspendFrozen();
    return answer;
  };
  const freezeAllBy = async (
    reason: string | undefined,
    operator: Operator,
    onProgress?: (workspaces: number) => void,
  ) => {
    const all = { by: personActor(operator), reason: reason?.trim() || null, onProgress };
    const answer = await freezeAll(engine, all);
    suspendFrozen();
    return answer;
  };
  return {
    routes: {
      listFreezes: { run: ({ workspaceId }) => listFreezes(engine, workspaceId) },
      freeze: {
        run: (input, { operator, agent, keyed }) => {
          if (agent !== null) return freezeBy(ownFreeze(input, agent), agentActor(agent), keyed);
          return freezeBy(input, personActor(decidingOperator(operator, input.operator)), keyed);
        },
      },
      unfreeze: {
        run: (input, { operator, keyed }) =>
          unfreeze(engine, input, decidingOperator(operator, input.operator), keyed),
      },
      freezeAll: {
        run: ({ reason, operator: named }, { operator }) =>
          freezeAllBy(reason, decidingOperator(operator, named)),
      },
      unfreezeAll: {
        run: ({ operator: named }, { operator }) =>
          unfreezeAll(engine, decidingOperator(operator, named)),
      },
    },
    methods: {
      freezeAll: async ({ onProgress, ...request } = {}) => {
        const { reason, operator } = parseInput("freezeAll", request);
        return freezeAllBy(reason, vouchedFor(operator), onProgress);
      },
    },
  };
}

/** @throws TreasuryError `forbidden` unless an agent freezes itself. */
function ownFreeze(input: ParsedInput<"freeze">, { id }: AgentPrincipal): ParsedInput<"freeze"> {
  if (input.scope === "agent" && input.id === id) return input;
  throw new TreasuryError("forbidden", "An agent can freeze only itself.");
}

function agentActor({ id, name }: AgentPrincipal): FreezeActor {
  return { id: null, name, verified: true, agentId: id };
}

function unfreeze(
  engine: Engine,
  { workspaceId, scope, id }: ParsedInput<"unfreeze">,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const place = placeOf({ scope, id });
  const action = {
    type: "unfreeze",
    payload: (ledger: Parameters<typeof unfreezePayload>[0]) => unfreezePayload(ledger, place),
    operator,
  } as const;
  return startedAction(engine, workspaceId, action, keyed);
}
