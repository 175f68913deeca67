import {
  type Machine,
  type MachineHost,
  type Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { whileObserved } from "../../kernel/judgement/observed.ts";
import { builtInAgentId } from "../../kernel/ledger/agent-ids.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { type NewestTab, renewalScope, Tabs } from "../tabs/later.ts";
import type { MachineTabOptions } from "./machine-options.ts";
import { meterMachine, type Metering } from "./meter-machine.ts";

/** Each use of a machine whose tab was refused would otherwise store another proposal. */
const refusalMs = 3_600_000;

export interface PricedTabs extends MachineTabOptions {
  readonly hourly: Micros;
}

/** Charges the compute cost of machines to tabs of their workspaces. */
export class MachineTabs {
  readonly #engine: Engine;
  readonly #tabs: Tabs;
  readonly #options: PricedTabs;
  readonly #idleMs: number;

  constructor(engine: Engine, options: PricedTabs, idleMs: number) {
    this.#engine = engine;
    this.#tabs = new Tabs(engine);
    this.#options = options;
    this.#idleMs = idleMs;
  }

  /**
   * Reserves what a machine can cost until it is idle after a use of `lifetimeMs`.
   *
   * @throws TreasuryError `tab_exhausted`, `tab_closed`, `frozen`.
   */
  async begin({ provider }: MachineHost, machine: Machine, lifetimeMs: number): Promise<void> {
    const tabId = await this.#tabOf(machine, provider);
    const next = { tabId, lifetimeMs: lifetimeMs + this.#idleMs };
    const refusal = await this.#meter(machine, next);
    if (refusal !== null) throw refusal;
  }

  /** Charges what a machine cost. Maintenance repeats it after a failure. */
  async charge(read: () => Promise<Machine | undefined>): Promise<void> {
    try {
      const machine = await read();
      if (machine !== undefined) await this.#meter(machine, null);
    } catch (error) {
      this.#engine.report(error);
    }
  }

  /** Charges the rest of a machine that is destroyed, and closes its tab. */
  async end(machine: Machine): Promise<void> {
    await this.#meter(machine, "end");
  }

  async #meter(machine: Machine, next: Metering["next"]): Promise<TreasuryError | null> {
    const { committer, policy } = this.#engine;
    const command = meterMachine({ machine, hourly: this.#options.hourly, next }, policy);
    const workspaceId = machine.tags?.workspaceId ?? "";
    return whileObserved(policy, () => committer.run(workspaceId, command));
  }

  /**
   * The first use opens a tab. A person renews it, and one that was refused is proposed again after
   * an hour.
   */
  async #tabOf({ id, name, tags }: Machine, vendor: string): Promise<string> {
    const { amountUsd, minutes } = this.#options;
    const workspaceId = tags?.workspaceId ?? "";
    const proposer = {
      workspaceId,
      agentId: tags?.agentId ?? builtInAgentId,
      name: null,
      behind: null,
      allocationId: null,
      scope: ["machine", workspaceId],
    };
    let newest: NewestTab | null = await this.#tabs.newest(proposer, id);
    if (newest === null || refusedUntil(newest) <= this.#engine.clock.now()) {
      const next = newest === null ? proposer : { ...proposer, scope: renewalScope(workspaceId) };
      const texts = { vendor, purpose: `Machine ${name}`, category: "machines" };
      const opening = { amountUsd, minutes, ...texts, idempotencyKey: newest?.tab.id ?? id };
      newest = await this.#tabs.open(next, opening, null);
    }
    const { tab } = newest;
    if (tab.status === "open" || tab.status === "exhausted" || tab.status === "closed") {
      return tab.id;
    }
    throw notApproved(newest);
  }
}

/** When another tab is proposed. Infinite for one that was not refused. */
function refusedUntil({ tab, proposal }: NewestTab): number {
  if (tab.status !== "denied" && tab.status !== "failed") return Number.POSITIVE_INFINITY;
  return Date.parse(proposal.decidedAt ?? proposal.createdAt) + refusalMs;
}

function notApproved(newest: NewestTab): TreasuryError {
  const { tab, proposal } = newest;
  const until = refusedUntil(newest);
  const reason = proposal.failure ?? proposal.comment;
  const because = reason === null ? "" : ` with the reason ${JSON.stringify(reason)}`;
  const next = Number.isFinite(until)
    ? `${because}. The first use after ${timestamp(until)} proposes another.`
    : ".";
  return new TreasuryError(
    "tab_closed",
    `The tab ${tab.id} of the machine is ${tab.status}${next}`,
  );
}
