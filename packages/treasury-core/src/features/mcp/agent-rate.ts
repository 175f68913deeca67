import type { Clock, TreasuryError } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import { retryLater } from "../../kernel/errors.ts";

const windowMs = 60_000;

/** Counts requests per agent and minute, in this process. */
export class AgentRate {
  readonly #clock: Clock;
  readonly #perMinute: number;
  #counts: Map<string, number> = new Map();
  #begunAt = 0;

  /** @param perMinute - the maximum of one agent; `Infinity` for none. */
  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** @throws TreasuryError `rate_limited`. */
  count({ workspaceId, id }: AgentPrincipal): void {
    const now = this.#clock.monotonic();
    if (now - this.#begunAt >= windowMs || this.#counts.size === 0) {
      this.#counts = new Map();
      this.#begunAt = now;
    }
    const agent = `${workspaceId}\n${id}`;
    const count = this.#counts.get(agent) ?? 0;
    if (count >= this.#perMinute) throw this.#tooMany(now);
    this.#counts.set(agent, count + 1);
  }

  #tooMany(now: number): TreasuryError {
    const seconds = Math.max(1, Math.ceil((this.#begunAt + windowMs - now) / 1_000));
    const message = `The agent sent more than ${this.#perMinute} requests in a minute.`;
    return retryLater("rate_limited", message, seconds);
  }
}
