const runsAtOnce = 50;
const maximumWaiting = 10_000;

/** Runs work by key, oldest first. A key runs once at a time, and again if it is added meanwhile. */
export class RunQueue {
  readonly #waiting: Map<string, () => Promise<void>> = new Map();
  readonly #running: Set<string> = new Set();
  #idle: (() => void)[] = [];

  /** False if too much work waits. The walk over all workspaces finds it again. */
  add(key: string, work: () => Promise<void>): boolean {
    if (!this.#waiting.has(key) && this.#waiting.size >= maximumWaiting) return false;
    this.#waiting.set(key, work);
    this.#start();
    return true;
  }

  /** Forgets work that has not begun. */
  clear(): void {
    this.#waiting.clear();
    this.#settle();
  }

  idle(): Promise<void> {
    if (this.#waiting.size + this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #start(): void {
    for (const [key, work] of this.#waiting) {
      if (this.#running.size >= runsAtOnce) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#running.add(key);
      void this.#run(key, work);
    }
  }

  /** `work` must not reject. */
  async #run(key: string, work: () => Promise<void>): Promise<void> {
    await work();
    this.#running.delete(key);
    this.#start();
    this.#settle();
  }

  #settle(): void {
    if (this.#waiting.size + this.#running.size > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
