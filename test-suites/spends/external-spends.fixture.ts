import type { Storage } from "@agent-treasury/provider";
import {
  type ScriptedExecutor,
  type ScriptedExecutorOptions,
  scriptedExecutor,
} from "@agent-treasury/sandbox";
import type { Proposal, Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { executorTimeoutMs, proposePending, spendingProcess } from "./spending-process.ts";
import { type SteeredClock, steeredClock } from "./steered-clock.ts";

export const workspaceId = "acme";
export const pastLease: number = 2 * executorTimeoutMs + 1;
export const pastTimeout: number = executorTimeoutMs + 1;
export const day = 86_400_000;

/** A treasury whose spends are paid by a stand-in, with further processes. */
export interface ExternalTreasury {
  readonly treasury: Treasury;
  readonly clock: SteeredClock;
  readonly storage: Storage;
  readonly executor: ScriptedExecutor;
  /** Failures reported to the deployment. */
  readonly failures: unknown[];
  /** Opens another process on the same storage, by default with the same executor. */
  another(executor?: ScriptedExecutor): Treasury;
  /** Proposes a lamp for 30 USD, and returns the proposal's id. */
  propose(): Promise<string>;
  approve(proposalId: string, by?: Treasury): Promise<Proposal>;
  /** Proposes and approves a lamp. */
  buy(): Promise<Proposal>;
  proposal(): Promise<Proposal>;
  /** The number of payment calls. */
  asked(): number;
}

/** Opens a treasury with a scripted executor. */
export function externalTreasury(options: ScriptedExecutorOptions = {}): ExternalTreasury {
  const clock = steeredClock(Date.UTC(2026, 10, 3, 10));
  const storage = memoryStorage({ now: clock.now });
  const executor = scriptedExecutor({ now: clock.now, ...options });
  const failures: unknown[] = [];
  const another = (other = executor): Treasury =>
    spendingProcess({
      storage,
      clock,
      executor: other,
      onFailure: (error) => failures.push(error),
    });
  const treasury = another();
  const propose = (): Promise<string> => proposePending(treasury, workspaceId);
  const approve = (proposalId: string, by = treasury): Promise<Proposal> =>
    by.decide({ workspaceId, proposalId, decision: "approve", operator: "Ada" });
  return {
    treasury,
    clock,
    storage,
    executor,
    failures,
    another,
    propose,
    approve,
    buy: async () => approve(await propose()),
    proposal: async () => {
      const { proposals } = await treasury.state(workspaceId);
      const [proposal] = proposals;
      if (proposal === undefined) throw new Error("Nothing was proposed.");
      return proposal;
    },
    asked: () => executor.calls.filter(({ call }) => call === "pay").length,
  };
}

/** Waits for pending promises and zero-delay timers. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Delays every payment call until it is released, as on a slow network. */
export function gated(executor: ScriptedExecutor): { open(): void; letThrough(): void } {
  const pay = executor.pay.bind(executor);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let isShut = true;
  Object.assign(executor, {
    pay: async (order: Parameters<typeof pay>[0]) => {
      if (isShut) await opened;
      return pay(order);
    },
  });
  return {
    open,
    letThrough: () => {
      isShut = false;
    },
  };
}
