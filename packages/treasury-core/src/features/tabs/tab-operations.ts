import {
  type ParsedInput,
  repetitionNote,
  type TabAnswer,
  type TabCharges,
  tabLimits,
  type TabReading,
  type TabReservation,
} from "@agent-treasury/contract";
import { isTreasuryError, type MeterTabs, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd, limitFromUsd } from "@agent-treasury/provider/helpers";
import { parseInput } from "../../http/read-input.ts";
import { ensureDeploymentId } from "../../kernel/deployment/deployment-id.ts";
import type { Engine } from "../../kernel/engine.ts";
import { keyedCommand, type KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { whileObserved } from "../../kernel/judgement/observed.ts";
import type { Command } from "../../kernel/ledger/command.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { readExplained } from "../../kernel/views/read-explained.ts";
import { proposalToWire } from "../../kernel/views/wire.ts";
import { type Proposer, proposalIdOf, proposePurchase } from "../external-agents/index.ts";
import type { TabCaller, TabQuestion, TabState } from "./on-tab.ts";
import { readCharges, readTab } from "./read-tabs.ts";
import {
  cancelReservation,
  chargeTab,
  closeTab,
  confirmSettlement,
  reservedBefore,
  reserveOnTab,
  settleOnTab,
} from "./tab-commands.ts";
import { type Renewer, renewalOf, renewalScope, type TabOpening } from "./tab-opening.ts";
import { payoutUnder, tabTermsOf } from "./tab-payout.ts";
import { tabToWire } from "./tab-wire.ts";

export type NewestTab = Pick<TabAnswer, "tab" | "proposal">;

function missingTab(error: unknown): null {
  if (isTreasuryError(error) && error.code === "tab_not_found") return null;
  throw error;
}

/** The operations of tabs, for requests and for calls in the process. */
export class Tabs {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The operations of a meter in this process. */
  get asMeter(): MeterTabs {
    const meter: TabCaller = { agentId: null };
    return {
      reserve: async (input) => this.reserve(parseInput("reserveOnTab", input), meter),
      settle: async (input) => this.settle(parseInput("settleOnTab", input), meter),
      cancel: async (input) => this.cancel(parseInput("cancelReservation", input), meter),
    };
  }

  async open(
    proposer: Proposer,
    { amountUsd, minutes, idempotencyKey, payee, ...opening }: TabOpening,
    credentialId: string | null,
    keyed: KeyedRequest | null = null,
  ): Promise<TabAnswer> {
    const { workspaceId, scope } = proposer;
    const key = idempotencyKey ?? null;
    // Without a key, tabs of another duration or payee are other tabs.
    const duration = [String(minutes), ...(payee === undefined ? [] : [payee])];
    const place = ["tab", ...(key === null ? duration : [])];
    const purchase = {
      amount: amountFromUsd(amountUsd, "amountUsd"),
      vendor: payee ?? opening.vendor,
      purpose: opening.purpose,
      category: opening.category ?? null,
      key,
      label: opening.agentLabel ?? null,
      allocationId: opening.allocationId ?? null,
      payout: payoutUnder({ minutes, credentialId, ...(payee !== undefined && { payee }) }),
      deployment: await ensureDeploymentId(this.#engine),
    };
    const inScope = { ...proposer, scope: [...scope, ...place] };
    const { proposal, isRepeated } = await proposePurchase(this.#engine, inScope, purchase, keyed);
    const { spend, tab } = await readTab(this.#engine, workspaceId, proposal.id, null);
    const terms = tabTermsOf(spend);
    if (terms?.minutes !== minutes || terms.payee !== payee) {
      throw new TreasuryError(
        "idempotency_key_reused",
        "This `idempotencyKey` was already used for a tab of another duration or payee.",
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

  /**
   * Returns the tab of a key, or the last one that followed it after it was closed, denied or failed.
   * Null if the first was never proposed.
   */
  async newest(
    { workspaceId, scope }: Pick<Proposer, "workspaceId" | "scope">,
    key: string,
  ): Promise<NewestTab | null> {
    let newest: NewestTab | null = null;
    let id = proposalIdOf([...scope, "tab", "key", key]);
    for (;;) {
      const stored = await readTab(this.#engine, workspaceId, id, null).catch(missingTab);
      if (stored === null) return newest;
      const tab = tabToWire(workspaceId, stored.spend, stored.tab);
      newest = { tab, proposal: proposalToWire(workspaceId, stored.spend) };
      if (tab.status === "pending" || tab.status === "open" || tab.status === "exhausted") {
        return newest;
      }
      id = proposalIdOf([...renewalScope(workspaceId), "tab", "key", id]);
    }
  }

  async renew(
    input: ParsedInput<"renewTab">,
    renewer: Renewer,
    keyed: KeyedRequest | null = null,
  ): Promise<TabAnswer> {
    const agentId = renewer.agent?.id ?? null;
    const { spend } = await readTab(this.#engine, input.workspaceId, input.tabId, agentId);
    const { proposer, opening, credentialId } = renewalOf(spend, input, renewer);
    return this.open(proposer, opening, credentialId, keyed);
  }

  async read(
    { workspaceId, tabId }: ParsedInput<"readTab">,
    { agentId }: TabCaller,
  ): Promise<TabReading> {
    const { spend, tab } = await readTab(this.#engine, workspaceId, tabId, agentId);
    return { tab: tabToWire(workspaceId, spend, tab) };
  }

  async charges(
    { workspaceId, tabId, posting }: ParsedInput<"listTabCharges">,
    { agentId }: TabCaller,
  ): Promise<TabCharges> {
    const stored = await readTab(this.#engine, workspaceId, tabId, agentId);
    return readCharges(this.#engine, workspaceId, stored, posting ?? null);
  }

  async reserve(
    { workspaceId, tabId, amountUsd, meter, seconds }: ParsedInput<"reserveOnTab">,
    caller: TabCaller,
    keyed: KeyedRequest | null = null,
  ): Promise<TabReservation> {
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
  ): Promise<TabReading> {
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
  ): Promise<TabReading> {
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
  ): Promise<TabReading> {
    return this.#answer(
      workspaceId,
      cancelReservation({ tabId, caller }, number, this.#engine.policy),
    );
  }

  async confirm(
    { workspaceId, tabId, number }: ParsedInput<"confirmSettlement">,
    caller: TabCaller,
  ): Promise<TabReading> {
    return this.#answer(
      workspaceId,
      confirmSettlement({ tabId, caller }, number, this.#engine.policy),
    );
  }

  async close(
    { workspaceId, tabId }: ParsedInput<"closeTab">,
    caller: TabCaller,
  ): Promise<TabReading> {
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
