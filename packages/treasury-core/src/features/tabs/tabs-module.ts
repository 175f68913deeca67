import { TreasuryError } from "@agent-treasury/provider";
import type { CoreModule } from "../../http/core-module.ts";
import type { Call } from "../../http/route-table.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import type { Engine } from "../../kernel/engine.ts";
import { personAgentId } from "../../kernel/ledger/agent-ids.ts";
import { type Proposer, proposerOf } from "../external-agents/index.ts";
import type { TabCaller } from "./on-tab.ts";
import { listTabs } from "./read-tabs.ts";
import { Tabs } from "./tab-operations.ts";

export { settleDueTab } from "./tab-commands.ts";
export { Tabs } from "./tab-operations.ts";

/** Tabs: one approved amount that many small charges draw down. */
export function tabsModule(engine: Engine): CoreModule {
  const tabs = new Tabs(engine);
  return {
    routes: {
      openTab: {
        run: async ({ workspaceId, forAgent, ...opening }, { agent, operator, keyed }) => {
          const proposer = proposerOf(workspaceId, agent, personOf(operator));
          const opener = forAgent === undefined ? proposer : openerFor(forAgent, proposer);
          return tabs.open(opener, opening, agent?.credentialId ?? null, keyed);
        },
      },
      listTabs: {
        run: async ({ workspaceId }, call) => ({
          tabs: await listTabs(engine, workspaceId, callerOf(call).agentId),
        }),
      },
      readTab: { run: (input, call) => tabs.read(input, callerOf(call)) },
      listTabCharges: { run: (input, call) => tabs.charges(input, callerOf(call)) },
      reserveOnTab: { run: (input, call) => tabs.reserve(input, callerOf(call), call.keyed) },
      settleOnTab: { run: (input, call) => tabs.settle(input, callerOf(call)) },
      chargeTab: { run: (input, call) => tabs.charge(input, callerOf(call)) },
      cancelReservation: { run: (input, call) => tabs.cancel(input, callerOf(call)) },
      confirmSettlement: { run: (input, call) => tabs.confirm(input, callerOf(call)) },
      closeTab: { run: (input, call) => tabs.close(input, callerOf(call)) },
      renewTab: {
        run: (input, { agent, operator, keyed }) =>
          tabs.renew(input, { agent, person: personOf(operator) }, keyed),
      },
    },
  };
}

/** A person, whose proposal is of the agent that uses the tab. */
function openerFor(agentId: string, proposer: Proposer): Proposer {
  if (proposer.agentId === personAgentId) {
    return { ...proposer, agentId, scope: [...proposer.scope, "for", agentId] };
  }
  throw new TreasuryError("forbidden", "An agent opens its own tabs. Omit `forAgent`.");
}

/** A meter and a person report about every tab, and an agent about its own. */
function callerOf({ agent }: Pick<Call, "agent">): TabCaller {
  if (agent === null || agent.isMeter === true) return { agentId: null };
  return { agentId: agent.id, allocationId: agent.allocationId };
}
