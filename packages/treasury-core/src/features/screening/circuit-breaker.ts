import type { Clock } from "@agent-treasury/provider";

const failuresInARow = 5;
const pauseMs = 30_000;
const windowMs = 60_000;

/** Others are forgotten, those that were used longest ago first. */
export const trackedAgents = 10_000;

/** The judge's calls for one agent of a workspace, in this process. */
export class CircuitBreaker {
  readonly callsPerMinute: number;
  readonly #clock: Clock;
  #failures = 0;
  #pausedUntil = 0;
  #calls = 0;
  #windowEnd = 0;

  constructor(clock: Clock, callsPerMinute: number) {
    this.#clock = clock;
    this.callsPerMinute = callsPerMinute;
  }

  /** No call for 30 s after five failures in a row. */
  get isPaused(): boolean {
    return this.#failures >= failuresInARow && this.#clock.monotonic() < this.#pausedUntil;
  }

  /** Counts a call. Returns false if the agent has no call left in this minute. */
  begin(): boolean {
    const now = this.#clock.monotonic();
    if (now >= this.#windowEnd) {
      this.#windowEnd = now + windowMs;
      this.#calls = 0;
    }
    if (this.#calls >= this.callsPerMinute) return false;
    this.#calls += 1;
    return true;
  }

  failed(): void {
    this.#failures += 1;
    this.#pausedUntil = this.#clock.monotonic() + pauseMs;
  }

  answered(): void {
    this.#failures = 0;
  }
}

/**
 * A breaker for each agent of each workspace. Otherwise an agent could pause the judge for
 * others, or use up the provider's quota.
 */
export class CircuitBreakers {
  readonly #clock: Clock;
  readonly #callsPerMinute: number;
  /** Workspaces and their agents, the most recent last. */
  readonly #workspaces: Map<string, Map<string, CircuitBreaker>> = new Map();
  #tracked = 0;

  constructor(clock: Clock, callsPerMinute: number) {
    this.#clock = clock;
    this.#callsPerMinute = callsPerMinute;
  }

  of(workspaceId: string, agentId: string): CircuitBreaker {
    const agents = this.#workspaces.get(workspaceId) ?? new Map<string, CircuitBreaker>();
    const known = agents.get(agentId);
    const breaker = known ?? new CircuitBreaker(this.#clock, this.#callsPerMinute);
    agents.delete(agentId);
    agents.set(agentId, breaker);
    this.#workspaces.delete(workspaceId);
    this.#workspaces.set(workspaceId, agents);
    if (known === undefined) this.#tracked += 1;
    if (this.#tracked > trackedAgents) this.#forgetOldest();
    return breaker;
  }

  /** Whether it is paused for an agent of the workspace. */
  isPaused(workspaceId: string): boolean {
    const agents = this.#workspaces.get(workspaceId)?.values() ?? [];
    return [...agents].some(({ isPaused }) => isPaused);
  }

  #forgetOldest(): void {
    for (const [workspaceId, agents] of this.#workspaces) {
      for (const agentId of agents.keys()) {
        agents.delete(agentId);
        this.#tracked -= 1;
        if (agents.size === 0) this.#workspaces.delete(workspaceId);
        return;
      }
    }
  }
}
