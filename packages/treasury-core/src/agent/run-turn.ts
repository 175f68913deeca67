import type { AgentTurnResult, ChatMessage } from "@agent-treasury/contract";
import { TreasuryError } from "../errors.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import type { Engine } from "../treasury/engine.ts";
import { checkTreasuryTool } from "./tools/check-treasury.ts";
import { hostTool } from "./tools/host-tool.ts";
import { proposeSpendTool } from "./tools/propose-spend.ts";
import { revenueTools } from "./tools/revenue-tools.ts";
import { runCommandTool } from "./tools/run-command.ts";
import { checkToolNames } from "./tools/tool-names.ts";
import type { TurnTool } from "./tools/turn-tool.ts";
import { endTurn, takeTurn } from "./turn-lease.ts";
import type { AgentSettings } from "./turn-settings.ts";
import { Turn } from "./turn.ts";

/** Longer than any turn, so that a lease outlives its turn only where a process died. */
const leaseMarginMs = 30_000;

/** What a caller asks of the agent. */
export interface DirectiveInput {
  readonly workspaceId: string;
  readonly message: string;
  readonly history: readonly ChatMessage[];
}

/** Runs turns: one at a time in a workspace, a bounded number in a process. */
export class TurnRunner {
  readonly #engine: Engine;
  readonly #settings: AgentSettings;
  readonly #tools: readonly TurnTool[];
  readonly #underWay: Set<Promise<AgentTurnResult>> = new Set();

  constructor(engine: Engine, settings: AgentSettings) {
    this.#engine = engine;
    this.#settings = settings;
    this.#tools = [
      checkTreasuryTool(engine),
      proposeSpendTool(engine),
      ...(settings.revenue === null ? [] : revenueTools(settings.revenue)),
      ...(settings.shell === null ? [] : [runCommandTool(settings.shell)]),
      ...settings.tools.map(hostTool),
    ];
    checkToolNames(this.#tools);
  }

  /**
   * Runs one turn.
   *
   * @throws TreasuryError `model_not_connected`, `too_many_turns`, `turn_in_progress`; `model_failed` or
   *   `turn_failed` when nothing happened before it failed.
   */
  async run(input: DirectiveInput, signal: AbortSignal): Promise<AgentTurnResult> {
    const { model, limits } = this.#settings;
    if (model === null)
      throw new TreasuryError("model_not_connected", "No language model is connected.");
    if (this.#underWay.size >= limits.concurrentTurns) {
      throw new TreasuryError(
        "too_many_turns",
        `${limits.concurrentTurns} turns are under way already.`,
        {
          headers: { "retry-after": "5" },
        },
      );
    }
    const turn = this.#runLeased(model, input, signal);
    this.#underWay.add(turn);
    try {
      return await turn;
    } finally {
      this.#underWay.delete(turn);
    }
  }

  /** Resolves when the turns under way have ended, however they did. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #runLeased(
    model: LanguageModel,
    input: DirectiveInput,
    callerSignal: AbortSignal,
  ): Promise<AgentTurnResult> {
    const { committer, identifiers } = this.#engine;
    const turnId = `turn_${identifiers.random()}`;
    const timeoutMs = Math.ceil(this.#settings.limits.timeoutSeconds * 1_000);
    await committer.run(input.workspaceId, takeTurn(turnId, timeoutMs + leaseMarginMs));
    const over = new AbortController();
    const settings = { ...this.#settings, model };
    try {
      const signal = AbortSignal.any([callerSignal, this.#timeout(timeoutMs, over.signal)]);
      return await new Turn(
        this.#engine,
        settings,
        this.#offered(),
        { ...input, turnId },
        signal,
      ).run();
    } finally {
      over.abort();
      // The turn's result counts; a lease that could not be given back runs out by itself.
      await committer.run(input.workspaceId, endTurn(turnId)).catch(this.#engine.report);
    }
  }

  /** The tools of a turn that begins now: the key of a machine host may come later than the process. */
  #offered(): readonly TurnTool[] {
    const { shell } = this.#settings;
    if (shell === null || shell.isConnected()) return this.#tools;
    return this.#tools.filter(({ name }) => name !== "run_command");
  }

  /** Aborts after `milliseconds` unless the turn is over before. */
  #timeout(milliseconds: number, over: AbortSignal): AbortSignal {
    const controller = new AbortController();
    const seconds = milliseconds / 1_000;
    this.#engine.clock.sleep(milliseconds, over).then(
      () =>
        controller.abort(
          new TreasuryError("turn_failed", `The turn took longer than ${seconds} seconds.`),
        ),
      () => undefined,
    );
    return controller.signal;
  }
}
