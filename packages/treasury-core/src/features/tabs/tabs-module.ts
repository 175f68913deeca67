import type { CoreModule } from "../../http/core-module.ts";
import { personVouchedFor } from "../../http/in-process-input.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Call } from "../../http/route-table.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import type { Engine } from "../../kernel/engine.ts";
import { dueDocs } from "../../kernel/ledger/due-docs.ts";
import type { ModuleWith } from "../../treasury.ts";
import { namedProposer, proposerOf } from "../external-agents/index.ts";
import { listTabs } from "./read-tabs.ts";
import { settleDueTab, type TabCaller } from "./tab-commands.ts";
import { Tabs } from "./tab-operations.ts";
import { tabKind } from "./tab-record.ts";

/** Tabs: one approved amount that many small charges draw down. */
export function tabsModule(engine: Engine): ModuleWith<"tabs"> & { readonly operations: Tabs } {
  const tabs = new Tabs(engine);
  return {
    ...dueTabs(engine),
    operations: tabs,
    routes: {
      openTab: {
        run: ({ workspaceId, ...opening }, { agent, operator, keyed }) => {
          const proposer = proposerOf(workspaceId, agent, personOf(operator));
          return tabs.open(proposer, opening, agent?.credentialId ?? null, keyed);
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
        run: (input, call) => tabs.renew(input, callerOf(call), call.keyed),
      },
    },
    methods: {
      tabs: {
        open: async ({ agentId, agentName, operator, ...request }) => {
          const { workspaceId, ...opening } = parseInput("openTab", request);
          const named = { agentId, agentName, person: personVouchedFor(operator) };
          return tabs.open(namedProposer(workspaceId, named), opening, null);
        },
        list: async ({ agentId = null, ...request } = {}) => {
          const { workspaceId } = parseInput("listTabs", request);
          return { tabs: await listTabs(engine, workspaceId, agentId) };
        },
        read: async ({ agentId = null, ...request }) =>
          tabs.read(parseInput("readTab", request), { agentId }),
        charges: async ({ agentId = null, ...request }) =>
          tabs.charges(parseInput("listTabCharges", request), { agentId }),
        reserve: async ({ agentId = null, ...request }) =>
          tabs.reserve(parseInput("reserveOnTab", request), { agentId }),
        settle: async ({ agentId = null, ...request }) =>
          tabs.settle(parseInput("settleOnTab", request), { agentId }),
        charge: async ({ agentId = null, ...request }) =>
          tabs.charge(parseInput("chargeTab", request), { agentId }),
        cancel: async (request) =>
          tabs.cancel(parseInput("cancelReservation", request), { agentId: null }),
        confirm: async (request) =>
          tabs.confirm(parseInput("confirmSettlement", request), { agentId: null }),
        close: async ({ agentId = null, ...request }) =>
          tabs.close(parseInput("closeTab", request), { agentId }),
        renew: async ({ agentId = null, ...request }) =>
          tabs.renew(parseInput("renewTab", request), { agentId }),
      },
    },
  };
}

/** A meter and a person report about every tab, and an agent about its own. */
function callerOf({ agent }: Pick<Call, "agent">): TabCaller {
  return { agentId: agent === null || agent.isMeter === true ? null : agent.id };
}

/** Ends of reservations and tabs, and postings, which no request brings. */
function dueTabs(engine: Engine): Pick<CoreModule, "maintenance" | "leave"> {
  const closing = new AbortController();
  const recover = async (): Promise<object> => {
    for await (const { workspaceId, doc } of dueDocs(engine, tabKind, closing.signal)) {
      const command = settleDueTab({ tabId: doc.id, caller: { agentId: null } }, engine.policy);
      await engine.committer.run(workspaceId, command).catch(engine.report);
    }
    return {};
  };
  return { maintenance: { timed: recover, recover }, leave: () => closing.abort() };
}
