import type { EventItem } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import { type AgentTurnResult, type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import {
  type KeyedRequest,
  type TurnRunner,
  keyedRequest,
} from "../../packages/treasury-core/src/domain.ts";
import { waveringTime } from "../histories/wavering-time.ts";
import { Life, immortal } from "../spends/mortal.ts";
import type { SteeredClock } from "../spends/steered-clock.ts";
import { turnFlaw, watchFlaw } from "./turn-flaw.ts";
import { dyingProcess } from "./turn-process.ts";
import { type TurnWorld, turnWorld } from "./turn-world.ts";

const pastEveryLease = 60_000;

/** What a run of cut turns met. */
export interface TurnCuts {
  turns: number;
  /** Processes that died over a turn. */
  cuts: number;
  /** Of those, the ones that had done something outside. */
  afterEffects: number;
  /** Calls of which the model was told that nobody knows. */
  unknown: number;
  /** Calls that were run again under their key. */
  repeated: number;
}

/** What the turns of a test share: everything that no process takes with it. */
export interface TurnStage {
  readonly storage: Storage;
  readonly clock: SteeredClock;
  readonly met: TurnCuts;
  readonly world: TurnWorld;
  /** A process that does not die. */
  readonly survivor: Treasury;
  /** One more process, which goes by a time of its own and dies when its life says so. */
  open(life: Life): TurnRunner;
}

/** Makes what the turns of a test share; `seed` is that of the times that its processes go by. */
export function openTurnStage(
  storage: Storage,
  clock: SteeredClock,
  met: TurnCuts,
  seed: number,
): TurnStage {
  const world = turnWorld();
  let processes = 0;
  const survivor = createTreasury({
    baseUrl: "http://localhost:3000",
    ...waveringTime({ clock, storage }, seed),
    model: world.model,
    tools: world.tools,
    budget: { startingCapitalUsd: 10_000 },
    recoverySeconds: false,
    onFailure: () => {},
  });
  const open = (life: Life): TurnRunner => {
    processes += 1;
    const time = waveringTime({ clock, storage }, seed + processes);
    return dyingProcess({ ...time, world }, life);
  };
  return { storage, clock, met, world, survivor, open };
}

/**
 * One turn in a workspace of its own, and the processes that die over it. Whoever asks for it does so
 * under a key, and asks again, word for word, until they are answered.
 */
export class CrashedTurn {
  readonly #stage: TurnStage;
  readonly #workspaceId: string;
  readonly #keyed: KeyedRequest;
  /** What was shown to somebody who watched until the process died. */
  readonly #seen: EventItem[] = [];

  constructor(stage: TurnStage) {
    stage.met.turns += 1;
    this.#stage = stage;
    this.#workspaceId = `w${stage.met.turns}`;
    const workspaceId = this.#workspaceId;
    const scope = { operator: null, method: "POST", path: "/agent", workspaceId };
    this.#keyed = keyedRequest(scope, "k", { message: "Go." });
  }

  /** Has a process begin the turn that dies at a step; tells whether it did. */
  begin(step: number): Promise<boolean> {
    return this.#live(step, (turns) => this.#ask(turns));
  }

  /** The same, with somebody watching from its beginning. */
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

  /** Has a process that lives run it until it waits; asked again, it tells the same. */
  async askInPeace(): Promise<AgentTurnResult> {
    return this.#ask(this.#stage.open(immortal()));
  }

  /** Has a process look for turns whose process is gone, and die at a step; tells whether it did. */
  recover(step: number): Promise<boolean> {
    this.#stage.clock.advance(pastEveryLease);
    return this.#live(step, (turns) => turns.recover());
  }

  /** Has a process carry the turn on that dies at a step, after people decided; tells whether it did. */
  async resume(step: number): Promise<boolean> {
    const { turnId } = await this.askInPeace();
    await this.#decide();
    const turn = { workspaceId: this.#workspaceId, turnId };
    return this.#live(step, async (turns) => {
      const resumed = await turns.resume(turn);
      await resumed.result();
    });
  }

  /** Lets a process that lives carry it to its end; what is wrong with that, null for nothing. */
  async finish(): Promise<string | null> {
    const workspaceId = this.#workspaceId;
    this.#stage.clock.advance(pastEveryLease);
    await this.#stage.open(immortal()).recover();
    const { turnId } = await this.askInPeace();
    await this.#decide();
    const result = await this.#stage.survivor.resumeTurn({ workspaceId, turnId });
    const { valid } = await this.#stage.survivor.verify(workspaceId);
    this.#count(result);
    if (!valid) return "The chain does not hold.";
    return turnFlaw(result, this.#stage.world) ?? this.#watchFlaw(result);
  }

  /** Whoever watched goes on behind the last event that was shown. */
  async #watchFlaw({ turnId, events }: AgentTurnResult): Promise<string | null> {
    const reader = this.#stage.open(immortal());
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

  /** Lets people decide what waits, one way and the other. */
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
    if (!life.isDead) return false;
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
