const burst = 3;

/** Fly's limit on requests: so many a second for each action, and three at once. */
export class RequestBudget {
  readonly #secondMs: number;
  readonly #left = new Map<string, { tokens: number; at: number }>();

  constructor(secondMs: number) {
    this.#secondMs = secondMs;
  }

  /** Whether one more request may come now. */
  takes(action: string, perSecond: number): boolean {
    const now = performance.now();
    const most = Math.max(burst, perSecond);
    const { tokens, at } = this.#left.get(action) ?? { tokens: most, at: now };
    const filled = Math.min(most, tokens + ((now - at) / this.#secondMs) * perSecond);
    this.#left.set(action, { tokens: filled < 1 ? filled : filled - 1, at: now });
    return filled >= 1;
  }
}
