import { TreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import type { TurnRunner } from "./turn-runner.ts";
import type { AgentSettings } from "./turn-settings.ts";

/** The runner of turns. Its code is loaded for the first turn, because many deployments run none. */
export class LateTurns {
  readonly #engine: Engine;
  readonly #settings: AgentSettings;
  #loading: Promise<TurnRunner> | null = null;
  #loaded: TurnRunner | null = null;
  #isShuttingDown = false;
  #isClosed = false;

  constructor(engine: Engine, settings: AgentSettings) {
    this.#engine = engine;
    this.#settings = settings;
  }

  /** @throws TreasuryError `shutting_down` after `drain`. */
  async runner(): Promise<TurnRunner> {
    if (this.#loaded !== null) return this.#loaded;
    if (this.#isClosed) {
      throw new TreasuryError("shutting_down", "The treasury is shutting down.");
    }
    try {
      return await (this.#loading ??= this.#load());
    } catch (error) {
      // The next call tries again.
      this.#loading = null;
      throw error;
    }
  }

  beginShutdown(): void {
    this.#isShuttingDown = true;
    this.#loaded?.beginShutdown();
  }

  /** Resolves when no turn runs here. Call `beginShutdown` first. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    const runner = await this.#loading?.catch(() => null);
    await runner?.drain();
  }

  async #load(): Promise<TurnRunner> {
    const { TurnRunner, checkTreasuryTool, proposeSpendTool } = await import("./turn-runner.ts");
    const own = [checkTreasuryTool(this.#engine), proposeSpendTool(this.#engine)];
    const tools = [...own, ...this.#settings.tools];
    const runner = new TurnRunner(this.#engine, { ...this.#settings, tools });
    if (this.#isShuttingDown) runner.beginShutdown();
    this.#loaded = runner;
    return runner;
  }
}
