import type { LanguageModel } from "@agent-treasury/provider";
import type { TurnTool } from "./tools/turn-tool.ts";
import type { TurnTracing } from "./turn-tracing.ts";

/** A caller over HTTP, whose turns are counted together. */
export interface TurnCaller {
  readonly id: string;
  readonly isAnonymous: boolean;
}

/** Bounds on one turn. */
export interface TurnLimits {
  /** Answers of the model in one turn. */
  readonly steps: number;
  readonly timeoutSeconds: number;
  /** Turns under way in one process. */
  readonly concurrentTurns: number;
  /** Tokens of one answer of the model. */
  readonly outputTokens: number;
  /** Tokens of a workspace's business day, those of the question included; null for no bound. */
  readonly dailyTokens: number | null;
  /** How long a process that ends waits for its turns; then they stop where another process goes on. */
  readonly drainSeconds: number;
  /** How long the records of a turn are kept after it was last begun or resumed. */
  readonly retentionDays: number;
}

/** What a deployment decided about its agent. */
export interface AgentSettings {
  /** Null when none is plugged in. */
  readonly model: LanguageModel | null;
  /** The tools of the modules, then those of the host app. */
  readonly tools: readonly TurnTool[];
  /** Told to the model beside what the treasury tells it; empty for nothing. */
  readonly instructions: string;
  readonly limits: TurnLimits;
  /** Stands around every turn and step. */
  readonly tracing: TurnTracing;
  /** Put around every tool; the tool itself where nothing is. */
  readonly wrapTool: (tool: TurnTool) => TurnTool;
}

/** The bounds that hold unless the deployment sets others. */
export const defaultTurnLimits: TurnLimits = {
  steps: 16,
  timeoutSeconds: 120,
  concurrentTurns: 100,
  outputTokens: 4_096,
  dailyTokens: null,
  drainSeconds: 20,
  retentionDays: 30,
};

/** Characters of one answer of a model; what comes after is not read. */
export const maximumAnswerCharacters = 262_144;
