const burst = 3;

/** Fly's rate limit: requests per second for each action, with a burst of three. */
export class RequestBudget {
  readonly #secondMs: number;
  readonly #left = new Map<string, { tokens: number; at: number }>();

  constructor(secondMs: number) {
    this.#secondMs = secondMs;
  }

  /** Whether the limit allows another request now. */
  takes(action: string, perSecond: number): boolean {
    const now = performance.now();
    const most = Math.max(burst, perSecond);
    const { tokens, at } = this.#left.get(action) ?? { tokens: most, at: now };
    const filled = Math.min(most, tokens + ((now - at) / this.#secondMs) * perSecond);
    this.#left.set(action, { tokens: filled < 1 ? filled : filled - 1, at: now });
    return filled >= 1;
  }
}
