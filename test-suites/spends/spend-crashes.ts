import type { Storage } from "@agent-treasury/provider";
import {
  type ScriptedExecutor,
  scriptedExecutor,
  type ScriptedPayment,
} from "@agent-treasury/sandbox";
import type { TestFramework } from "@agent-treasury/testing";
import type { Treasury } from "@agent-treasury/treasury-core";
import { seedOfRun } from "../histories/seed-of-run.ts";
import { maximumSkewMs, skewedTime } from "../histories/skewed-time.ts";
import type { OpenedStorage } from "../histories/treasury-histories.ts";
import { Life, neverCrashing, crashableExecutor, crashableStorage } from "./crashable.ts";
import { type SpendScenario, allScenarios, scenarios } from "./spend-scenarios.ts";
import { executorTimeoutMs, proposePending, spendingProcess } from "./spending-process.ts";
import { type SteeredClock, steeredClock } from "./steered-clock.ts";

/** The storage under test. */
export interface SpendCrashesSubject {
  /** For messages, for example `memory`. */
  readonly name: string;
  /** Opens an empty storage with the given clock. */
  readonly open: (now: () => number) => OpenedStorage | Promise<OpenedStorage>;
  /** The minimum number of crashes with money held; 600 by default, or 150 with a stride. */
  readonly leastCrashes?: number;
  /** Crashes the approval and the recovery at every nth step; 1 by default. */
  readonly stride?: number;
  /** Whether to run every scenario rather than a selection. */
  readonly thorough?: boolean;
  /** The seed of the processes' clock skew; by default `seedOfRun`. */
  readonly seed?: number;
  /** Receives a summary at the end. */
  readonly tell?: (line: string) => void;
}

/** The counts of a run. */
interface Met {
  spends: number;
  /** Crashes while the amount was held. */
  crashes: number;
  /** Crashes after the payment had been made. */
  paidBefore: number;
}

const beginning = Date.UTC(2026, 10, 3, 10);
const pastEveryWaver = 2 * maximumSkewMs + 1;
const pastEveryLease = 2 * executorTimeoutMs + pastEveryWaver;
const pastEveryDelay = 3_600_000 + pastEveryWaver;

/**
 * External spends by processes that crash: at every step from the approval to the end, and again at
 * every step of the recovery. Each process has its own clock skew. Each spend is paid exactly once,
 * or released and never paid.
 *
 * @example spendCrashes({ describe, it, expect }, { name: "memory", open });
 */
export function spendCrashes(
  { describe, it, expect }: TestFramework,
  subject: SpendCrashesSubject,
): void {
  const { name, open, stride = 1, thorough = false, tell = () => {} } = subject;
  const { leastCrashes = stride === 1 ? 600 : 150 } = subject;
  const { seed = seedOfRun() } = subject;
  describe(`processes that crash during an external payment, on ${name}`, () => {
    const met: Met = { spends: 0, crashes: 0, paidBefore: 0 };
    for (const [what, scenario] of Object.entries(thorough ? allScenarios : scenarios)) {
      it(`pay it exactly once or release it: a spend ${what}`, async () => {
        const clock = steeredClock(beginning);
        const opened = await open(clock.now);
        try {
          const [storage] = opened.storages;
          if (storage === undefined) throw new Error("Crashes need a storage.");
          await crashEverywhere(
            seed,
            openStage(storage, clock, scenario, seed + met.spends),
            stride,
            met,
            expect,
          );
        } finally {
          await opened.close();
        }
      });
    }

    it(`crashed with money held ${leastCrashes} times or more, before and after the payment`, async () => {
      tell(
        `${met.spends} spends, ${met.crashes} crashes with money held, ${met.paidBefore} of them after paying`,
      );
      expect(met.crashes >= leastCrashes).toBe(true);
      expect(met.paidBefore > 0 && met.paidBefore < met.crashes).toBe(true);
    });
  });
}

/** The shared environment of a scenario's spends, which survives every process. */
interface Stage {
  readonly clock: SteeredClock;
  readonly scenario: SpendScenario;
  readonly executor: ScriptedExecutor;
  /** A process that does not crash. */
  readonly survivor: Treasury;
  /** Opens a process with its own clock skew, which crashes as its life determines. */
  open(life: Life): Treasury;
}

function openStage(
  storage: Storage,
  clock: SteeredClock,
  scenario: SpendScenario,
  seed: number,
): Stage {
  const { script, prepares = false } = scenario;
  const calls = new Map<string, number>();
  const executor = scriptedExecutor({
    now: clock.now,
    prepares,
    script: ({ proposalId }) => {
      const call = calls.get(proposalId) ?? 0;
      calls.set(proposalId, call + 1);
      return script[Math.min(call, script.length - 1)] ?? "pay";
    },
  });
  let processes = 0;
  const open = (life: Life): Treasury => {
    processes += 1;
    const time = skewedTime({ clock, storage }, seed + processes);
    return spendingProcess({
      clock: time.clock,
      storage: crashableStorage(time.storage, life),
      executor: crashableExecutor(executor, life),
    });
  };
  const survivor = open(neverCrashing());
  return { clock, scenario, executor, survivor, open };
}

async function crashEverywhere(
  seed: number,
  stage: Stage,
  stride: number,
  met: Met,
  expect: TestFramework["expect"],
): Promise<void> {
  const { scenario } = stage;
  for (let round = 0; ; round += 1) {
    const first = 1 + (seed % stride) + round * stride;
    let approvedInPeace = false;
    // Other steps of the recovery after each step of the approval.
    for (let second = 1 + ((seed + round) % stride); ; second += stride) {
      met.spends += 1;
      const spend = new CrashedSpend(stage, `w${met.spends}`);
      approvedInPeace = !(await spend.approve(first, met));
      const recoveredInPeace = !(await spend.recover(second, met));
      const end = await spend.finish().catch(String);
      expect({ seed, scenario, first, second, flaw: end }).toEqual({
        seed,
        scenario,
        first,
        second,
        flaw: null,
      });
      if (recoveredInPeace) break;
    }
    if (approvedInPeace) return;
  }
}

/** One spend and its crashing processes. */
class CrashedSpend {
  readonly #stage: Stage;
  readonly #workspaceId: string;

  constructor(stage: Stage, workspaceId: string) {
    this.#stage = stage;
    this.#workspaceId = workspaceId;
  }

  /** Approves it in a process that crashes at a step; returns whether it crashed. */
  async approve(step: number, met: Met): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    if (this.#stage.scenario.by === "policy") {
      const message = "buy a pencil from Acme for $3";
      return this.#live(step, met, (treasury) => treasury.runTurn({ workspaceId, message }));
    }
    const proposalId = await proposePending(this.#stage.survivor, workspaceId);
    return this.#live(step, met, (treasury) =>
      treasury.decide({ workspaceId, proposalId, decision: "approve" }),
    );
  }

  /** Recovers it in a process that crashes at a step; returns whether it crashed. */
  recover(step: number, met: Met): Promise<boolean> {
    this.#stage.clock.advance(pastEveryLease);
    return this.#live(step, met, (treasury) => treasury.recover());
  }

  /** Completes it in a process that does not crash; returns a flaw or null. */
  async finish(): Promise<string | null> {
    const { end } = this.#stage.scenario;
    for (let round = 0; round < 20; round += 1) {
      this.#stage.clock.advance(pastEveryDelay);
      await this.#stage.survivor.recover();
      const { heldUsd, proposals } = await this.#stage.survivor.state(this.#workspaceId);
      if (heldUsd === 0) return this.#flaw();
      const proposalId = proposals[0]?.id ?? "";
      if (end !== undefined && round === 0) this.#stage.executor.finish(proposalId, end);
    }
    return "It is still held.";
  }

  async #live(
    step: number,
    met: Met,
    work: (treasury: Treasury) => Promise<unknown>,
  ): Promise<boolean> {
    const life = new Life(step);
    await Promise.race([work(this.#stage.open(life)).catch(() => undefined), life.died]);
    if (!life.hasCrashed) return false;
    await life.arrived();
    const { heldUsd } = await this.#stage.survivor.state(this.#workspaceId);
    if (heldUsd > 0) {
      met.crashes += 1;
      if (this.#payments().length > 0) met.paidBefore += 1;
    }
    return true;
  }

  async #flaw(): Promise<string | null> {
    const payments = this.#payments();
    const state = await this.#stage.survivor.state(this.#workspaceId);
    const status = state.proposals[0]?.status ?? "none";
    const { valid } = await this.#stage.survivor.verify(this.#workspaceId);
    if (!valid) return "The chain does not verify.";
    if (payments.length > 1) return `It was paid ${payments.length} times.`;
    const [payment] = payments;
    if (payment === undefined) {
      return state.expenseUsd === 0 && ["failed", "pending", "none"].includes(status)
        ? null
        : `It was not paid, and it is ${status}.`;
    }
    const isRecorded = state.expenseUsd === Number(payment.amount / 1_000_000n);
    return status === "executed" && isRecorded
      ? null
      : `It was paid, and it is ${status} with ${state.expenseUsd} USD recorded.`;
  }

  #payments(): ScriptedPayment[] {
    return this.#stage.executor.payments.filter((one) => one.workspaceId === this.#workspaceId);
  }
}
