import { setTimeout as sleep } from "node:timers/promises";

const firstDelayMs = 100;
const longestDelayMs = 3_200;
const forgottenAfterMs = 15 * 60 * 1_000;
const waitingOfClient = 3;
const waitingOfAll = 100;
const clientsKnown = 1_000;

interface Client {
  refusals: number;
  waiting: number;
  lastAt: number;
}

/** Slows down the guessing of tokens: the delay doubles with each failure of a client. */
export class RefusedSignIns {
  readonly #clients: Map<string, Client> = new Map();
  #waiting = 0;

  /**
   * `check` returns null for a wrong token. Resolves with its result or, after the delay, with the
   * client's consecutive failures. While too many of them wait, another one resolves with `busy`.
   * A right token is never delayed, because clients behind a proxy share an address.
   */
  async attempt<Opened extends object>(
    client: string,
    check: () => Promise<Opened | null>,
  ): Promise<{ readonly opened: Opened } | { readonly refusals: number } | "busy"> {
    const opened = await check();
    const known = this.#clientOf(client);
    if (opened !== null) {
      known.refusals = 0;
      return { opened };
    }
    if (known.waiting >= waitingOfClient || this.#waiting >= waitingOfAll) return "busy";
    known.waiting += 1;
    this.#waiting += 1;
    try {
      known.refusals += 1;
      const { refusals } = known;
      await sleep(Math.min(longestDelayMs, firstDelayMs * 2 ** (refusals - 1)));
      return { refusals };
    } finally {
      known.waiting -= 1;
      this.#waiting -= 1;
    }
  }

  #clientOf(name: string): Client {
    const now = performance.now();
    const known = this.#clients.get(name);
    const client = known ?? { refusals: 0, waiting: 0, lastAt: now };
    if (now - client.lastAt > forgottenAfterMs) client.refusals = 0;
    client.lastAt = now;
    // Moved to the end, because the first client is evicted.
    this.#clients.delete(name);
    this.#clients.set(name, client);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > clientsKnown && oldest !== undefined) this.#clients.delete(oldest);
    return client;
  }
}

/** The client's address, or one shared name if it is unknown. */
export function clientOf(native: unknown): string {
  const { ip, socket } = (native ?? {}) as {
    readonly ip?: unknown;
    readonly socket?: { readonly remoteAddress?: unknown };
  };
  if (typeof ip === "string") return ip;
  return typeof socket?.remoteAddress === "string" ? socket.remoteAddress : "unknown";
}
