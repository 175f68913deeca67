import type { ParsedInput, TabAnswer } from "@agent-treasury/contract";
import { repetitionNote, tabLimits } from "@agent-treasury/contract";
import { Micros, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd, limitFromUsd } from "@agent-treasury/provider/helpers";
import type { CoreModule } from "../../http/core-module.ts";
import { personVouchedFor } from "../../http/in-process-input.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Call } from "../../http/route-table.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import { ensureDeploymentId } from "../../kernel/deployment/deployment-id.ts";
import type { Engine } from "../../kernel/engine.ts";
import { keyedCommand, type KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { whileObserved } from "../../kernel/judgement/observed.ts";
import type { Command } from "../../kernel/ledger/command.ts";
import { dueDocs } from "../../kernel/ledger/due-docs.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { readExplained } from "../../kernel/views/read-explained.ts";
import type { ModuleWith } from "../../treasury.ts";
import {
  namedProposer,
  type Proposer,
  proposePurchase,
  proposerOf,
} from "../external-agents/index.ts";
import { listTabs, readCharges, readTab } from "./read-tabs.ts";
import {
  cancelReservation,
  chargeTab,
  closeTab,
  confirmSettlement,
  reservedBefore,
  reserveOnTab,
  settleDueTab,
  settleOnTab,
  type TabCaller,
  type TabQuestion,
  type TabState,
} from "./tab-commands.ts";
import { payoutUnder, tabTermsOf } from "./tab-payout.ts";
import { tabKind } from "./tab-record.ts";
import { tabToWire } from "./tab-wire.ts";

type Opening = Pick<ParsedInput<"openTab">, "amountUsd" | "vendor" | "purpose" | "minutes"> &
  Partial<ParsedInput<"openTab">>;

/** Tabs: one approved amount that many small charges draw down. */
export function tabsModule(engine: Engine): ModuleWith<"tabs"> {
  const tabs = new Tabs(engine);
  return {
    ...dueTabs(engine),
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

class Tabs {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async open(
    proposer: Proposer,
    { amountUsd, minutes, idempotencyKey, ...opening }: Opening,
    credentialId: string | null,
    keyed: KeyedRequest | null = null,
  ): Promise<TabAnswer> {
    const { workspaceId, scope } = proposer;
    const key = idempotencyKey ?? null;
    // Without a key, tabs of another duration are other tabs.
    const place = ["tab", ...(key === null ? [String(minutes)] : [])];
    const purchase = {
      amount: amountFromUsd(amountUsd, "amountUsd"),
      vendor: opening.vendor,
      purpose: opening.purpose,
      category: opening.category ?? null,
      key,
      label: opening.agentLabel ?? null,
      allocationId: opening.allocationId ?? null,
      payout: payoutUnder({ minutes, credentialId }),
      deployment: await ensureDeploymentId(this.#engine),
    };
    const inScope = { ...proposer, scope: [...scope, ...place] };
    const { proposal, isRepeated } = await proposePurchase(this.#engine, inScope, purchase, keyed);
    const { spend, tab } = await readTab(this.#engine, workspaceId, proposal.id, null);
    if (tabTermsOf(spend)?.minutes !== minutes) {
      throw new TreasuryError(
        "idempotency_key_reused",
        "This `idempotencyKey` was already used for a tab of another duration.",
      );
    }
    const question = { workspaceId, proposalId: proposal.id, agentId: null };
    const { explanation } = await readExplained(this.#engine, question);
    return {
      tab: tabToWire(workspaceId, spend, tab),
      proposal,
      explanation: [...explanation],
      repeated: isRepeated,
      note: isRepeated ? repetitionNote(proposal) : null,
    };
  }

  async renew(
    { workspaceId, tabId, amountUsd, minutes }: ParsedInput<"renewTab">,
    { agentId }: TabCaller,
    keyed: KeyedRequest | null = null,
  ): Promise<TabAnswer> {
    const { spend } = await readTab(this.#engine, workspaceId, tabId, agentId);
    const { vendor, purpose, category, label, ruling, amount } = spend;
    const proposer: Proposer = {
      workspaceId,
      agentId: spend.agentId,
      name: spend.proposedBy,
      behind: spend.behind,
      allocationId: ruling.allocationId,
      scope: ["renewal", workspaceId],
    };
    const opening: Opening = {
      vendor,
      purpose,
      minutes,
      amountUsd: amountUsd ?? Micros.toUsd(amount),
      // One tab follows another one, however often it is requested.
      idempotencyKey: tabId,
      ...(category !== null && { category }),
      ...(label !== null && { agentLabel: label }),
    };
    return this.open(proposer, opening, tabTermsOf(spend)?.credentialId ?? null, keyed);
  }

  async read({ workspaceId, tabId }: ParsedInput<"readTab">, { agentId }: TabCaller) {
    const { spend, tab } = await readTab(this.#engine, workspaceId, tabId, agentId);
    return { tab: tabToWire(workspaceId, spend, tab) };
  }

  async charges(
    { workspaceId, tabId, posting }: ParsedInput<"listTabCharges">,
    { agentId }: TabCaller,
  ) {
    const stored = await readTab(this.#engine, workspaceId, tabId, agentId);
    return readCharges(this.#engine, workspaceId, stored, posting ?? null);
  }

  async reserve(
    { workspaceId, tabId, amountUsd, meter, seconds }: ParsedInput<"reserveOnTab">,
    caller: TabCaller,
    keyed: KeyedRequest | null = null,
  ) {
    const lifetimeMs = Math.ceil((seconds ?? tabLimits.defaultReservationSeconds) * 1000);
    const reservation = {
      amount: amountFromUsd(amountUsd, "amountUsd"),
      meter: meter ?? null,
      lifetimeMs,
    };
    const { policy } = this.#engine;
    const command = reserveOnTab({ tabId, caller }, reservation, policy);
    const state = await this.#run(
      workspaceId,
      repeatable(command, keyed, { tabId, caller }, policy),
    );
    const { number = 0, tab } = state;
    const endsAt = tab.open.find(([each]) => each === number)?.[2] ?? tab.endsAt;
    return { number, endsAt: timestamp(endsAt), tab: this.#toWire(workspaceId, state) };
  }

  async settle(
    { workspaceId, tabId, number, amountUsd, meter }: ParsedInput<"settleOnTab">,
    caller: TabCaller,
  ) {
    const settlement = {
      number,
      amount: limitFromUsd(amountUsd, "amountUsd"),
      meter: meter ?? null,
    };
    return this.#answer(
      workspaceId,
      settleOnTab({ tabId, caller }, settlement, this.#engine.policy),
    );
  }

  async charge(
    { workspaceId, tabId, chargeId, amountUsd, meter }: ParsedInput<"chargeTab">,
    caller: TabCaller,
  ) {
    const charge = {
      chargeId,
      amount: amountFromUsd(amountUsd, "amountUsd"),
      meter: meter ?? null,
    };
    return this.#answer(workspaceId, chargeTab({ tabId, caller }, charge, this.#engine.policy));
  }

  async cancel(
    { workspaceId, tabId, number }: ParsedInput<"cancelReservation">,
    caller: TabCaller,
  ) {
    return this.#answer(
      workspaceId,
      cancelReservation({ tabId, caller }, number, this.#engine.policy),
    );
  }

  async confirm(
    { workspaceId, tabId, number }: ParsedInput<"confirmSettlement">,
    caller: TabCaller,
  ) {
    return this.#answer(
      workspaceId,
      confirmSettlement({ tabId, caller }, number, this.#engine.policy),
    );
  }

  async close({ workspaceId, tabId }: ParsedInput<"closeTab">, caller: TabCaller) {
    return this.#answer(workspaceId, closeTab({ tabId, caller }, this.#engine.policy));
  }

  async #answer(workspaceId: string, command: Command<TabState>) {
    return { tab: this.#toWire(workspaceId, await this.#run(workspaceId, command)) };
  }

  async #run(workspaceId: string, command: Command<TabState>): Promise<TabState> {
    const { committer, policy } = this.#engine;
    const state = await whileObserved(policy, () => committer.run(workspaceId, command));
    if (state.refusal !== undefined) throw state.refusal;
    return state;
  }

  #toWire(workspaceId: string, { spend, tab }: TabState) {
    return tabToWire(workspaceId, spend, tab);
  }
}

/** Reserves once per key, so that a lost answer leaves no reservation without a settlement. */
function repeatable(
  command: Command<TabState>,
  keyed: KeyedRequest | null,
  question: TabQuestion,
  policy: Engine["policy"],
): Command<TabState> {
  return keyedCommand(
    command,
    keyed,
    (ledger, number) =>
      reservedBefore({ ledger, policy, now: 0 }, question, number as number | null),
    ({ number = null }) => number,
  );
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
