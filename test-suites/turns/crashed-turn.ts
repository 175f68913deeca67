import type { EventItem } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import { type AgentTurnResult, type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import {
  type KeyedRequest,
  type TurnRunner,
  keyedRequest,
} from "../../packages/treasury-core/src/domain.ts";
import { skewedTime } from "../histories/skewed-time.ts";
import { Life, neverCrashing } from "../spends/crashable.ts";
import type { SteeredClock } from "../spends/steered-clock.ts";
import { turnFlaw, watchFlaw } from "./turn-flaw.ts";
import { dyingProcess } from "./turn-process.ts";
import { type TurnWorld, turnWorld } from "./turn-world.ts";

const pastEveryLease = 60_000;

/** The counts of a run. */
export interface TurnCuts {
  turns: number;
  /** Crashed processes. */
  cuts: number;
  /** Crashes after an external effect. */
  afterEffects: number;
  /** Calls reported to the model with an unknown outcome. */
  unknown: number;
  /** Calls that were run again with their key. */
  repeated: number;
}

/** The shared environment of a test's turns, which survives every process. */
export interface TurnStage {
  readonly storage: Storage;
  readonly clock: SteeredClock;
  readonly met: TurnCuts;
  readonly world: TurnWorld;
  /** A process that does not crash. */
  readonly survivor: Treasury;
  /** Opens a process with its own clock skew, which crashes as its life determines. */
  open(life: Life): TurnRunner;
}

/** Creates the environment; `seed` determines the clock skews. */
export function openTurnStage(
  storage: Storage,
  clock: SteeredClock,
  met: TurnCuts,
  seed: number,
): TurnStage {
  const world = turnWorld();
  let processes = 0;
  const survivor = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    ...skewedTime({ clock, storage }, seed),
    model: world.model,
    tools: world.tools,
    budget: { startingCapitalUsd: 10_000 },
    recoverySeconds: false,
    onFailure: () => {},
  });
  const open = (life: Life): TurnRunner => {
    processes += 1;
    const time = skewedTime({ clock, storage }, seed + processes);
    return dyingProcess({ ...time, world }, life);
  };
  return { storage, clock, met, world, survivor, open };
}

/**
 * One turn in its own workspace with its crashing processes. The caller repeats the same request
 * with a key until it succeeds.
 */
export class CrashedTurn {
  readonly #stage: TurnStage;
  readonly #workspaceId: string;
  readonly #keyed: KeyedRequest;
  /** The events received by a watcher until the crash. */
  readonly #seen: EventItem[] = [];

  constructor(stage: TurnStage) {
    stage.met.turns += 1;
    this.#stage = stage;
    this.#workspaceId = `w${stage.met.turns}`;
    const workspaceId = this.#workspaceId;
    const scope = { operator: null, method: "POST", path: "/agent", workspaceId };
    this.#keyed = keyedRequest(scope, "k", { message: "Go." });
  }

  /** Begins the turn in a process that crashes at a step; returns whether it crashed. */
  begin(step: number): Promise<boolean> {
    return this.#live(step, (turns) => this.#ask(turns));
  }

  /** The same with a watcher. */
  beginWatched(step: number): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    const { signal } = new AbortController();
    return this.#live(step, async (turns) => {
      const { turnId } = await turns.start(this.#directive, { keyed: this.#keyed });
      for await (const item of turns.watch({ workspaceId, turnId }, null, signal)) {
        if ("id" in item) this.#seen.push(item);
      }
    });
  }

  /** Runs it in a process that does not crash until it waits; a repetition has the same result. */
  async askInPeace(): Promise<AgentTurnResult> {
    return this.#ask(this.#stage.open(neverCrashing()));
  }

  /** Recovers turns in a process that crashes at a step; returns whether it crashed. */
  recover(step: number): Promise<boolean> {
    this.#stage.clock.advance(pastEveryLease);
    return this.#live(step, (turns) => turns.recover());
  }

  /**
   * Resumes the turn after the decisions, in a process that crashes at a step; returns whether it
   * crashed.
   */
  async resume(step: number): Promise<boolean> {
    const { turnId } = await this.askInPeace();
    await this.#decide();
    const turn = { workspaceId: this.#workspaceId, turnId };
    return this.#live(step, async (turns) => {
      const resumed = await turns.resume(turn);
      await resumed.result();
    });
  }

  /** Completes it in a process that does not crash; returns a flaw or null. */
  async finish(): Promise<string | null> {
    const workspaceId = this.#workspaceId;
    this.#stage.clock.advance(pastEveryLease);
    await this.#stage.open(neverCrashing()).recover();
    const { turnId } = await this.askInPeace();
    await this.#decide();
    const result = await this.#stage.survivor.resumeTurn({ workspaceId, turnId });
    const { valid } = await this.#stage.survivor.verify(workspaceId);
    this.#count(result);
    if (!valid) return "The chain does not verify.";
    return turnFlaw(result, this.#stage.world) ?? this.#watchFlaw(result);
  }

  /** Continues a watcher's stream after its last event, and returns a flaw or null. */
  async #watchFlaw({ turnId, events }: AgentTurnResult): Promise<string | null> {
    const reader = this.#stage.open(neverCrashing());
    const after = this.#seen.at(-1)?.id ?? null;
    const rest = await reader.events({ workspaceId: this.#workspaceId, turnId }, after);
    return watchFlaw([...this.#seen, ...rest.events], events);
  }

  get #directive(): Parameters<TurnRunner["start"]>[0] {
    return { workspaceId: this.#workspaceId, message: "Go.", history: [] };
  }

  async #ask(turns: TurnRunner): Promise<AgentTurnResult> {
    const turn = await turns.start(this.#directive, { keyed: this.#keyed, waits: true });
    return turn.result();
  }

  /** Approves one pending spend and denies another. */
  async #decide(): Promise<void> {
    const workspaceId = this.#workspaceId;
    const { proposals } = await this.#stage.survivor.state(workspaceId);
    for (const { id, purpose, status } of proposals) {
      if (status !== "pending") continue;
      const decision = purpose === "ink" ? "deny" : "approve";
      await this.#stage.survivor.decide({ workspaceId, proposalId: id, decision, operator: "ada" });
    }
  }

  async #live(step: number, work: (turns: TurnRunner) => Promise<unknown>): Promise<boolean> {
    const { met, world, open } = this.#stage;
    const life = new Life(step);
    const doneBefore = world.letters.length + world.orders.length;
    await Promise.race([work(open(life)).catch(() => undefined), life.died]);
    if (!life.hasCrashed) return false;
    // This clock must not advance before that, or the call would take effect a minute later.
    await life.arrived();
    met.cuts += 1;
    if (world.letters.length + world.orders.length > doneBefore) met.afterEffects += 1;
    return true;
  }

  #count({ events }: AgentTurnResult): void {
    const { met, world } = this.#stage;
    for (const event of events) {
      if (event.kind !== "tool_result") continue;
      if (event.tool === "send_letter" && !event.ok) met.unknown += 1;
      const placed = world.orders.filter((key) => key === event.callId).length;
      if (event.tool === "order_part") met.repeated += placed - 1;
    }
  }
}
