import type { LanguageModel, TreasuryError, TurnName } from "@agent-treasury/provider";
import type { TurnTool } from "./tools/turn-tool.ts";

/** A client over HTTP. The number of its concurrent turns is limited. */
export interface TurnCaller {
  readonly id: string;
  readonly isAnonymous: boolean;
}

/** Limits of turns. */
export interface TurnLimits {
  /** Answers of the model in one turn. */
  readonly steps: number;
  readonly timeoutSeconds: number;
  /** Concurrent turns of one process. */
  readonly concurrentTurns: number;
  /** Tokens of one answer of the model. */
  readonly outputTokens: number;
  /** Tokens of a workspace in one business day, those of the requests included; null for no limit. */
  readonly dailyTokens: number | null;
  /** The time that a process waits for its turns at shutdown before it stops them. */
  readonly drainSeconds: number;
  /** How long the records of a turn are stored after it began or was resumed. */
  readonly retentionDays: number;
}

/** How the run of a turn ended in this process. The kinds are values of `treasury.turn.outcome` in traces. */
export type RunEnd =
  /** The turn waits or is over. `error` is set if it failed without effects. */
  | { readonly kind: "rests"; readonly error: TreasuryError | null }
  /** Another process runs the turn, or will recover it. */
  | { readonly kind: "left"; readonly error: TreasuryError };

/** Receives why a turn failed without effects. */
export type OnTurnFailure = (failure: TreasuryError) => void;

/** Wraps turns and their steps, and returns what `work` returns. */
export interface TurnTracing {
  turn(turn: TurnName, isResumed: boolean, work: () => Promise<RunEnd>): Promise<RunEnd>;
  /** One answer of the model and its calls. Steps are counted from 1. */
  step(step: number, work: () => Promise<void>): Promise<void>;
}

export const untraced: TurnTracing = {
  turn: (_turn, _isResumed, work) => work(),
  step: (_step, work) => work(),
};

/** The agent's options of a deployment. */
export interface AgentSettings {
  /** Null if no model is connected. */
  readonly model: LanguageModel | null;
  /** The tools of the modules, then those of the host app. */
  readonly tools: readonly TurnTool[];
  /** Follows the treasury's own instructions in the system message; may be empty. */
  readonly instructions: string;
  readonly limits: TurnLimits;
  readonly tracing: TurnTracing;
  /** Wraps every tool. Returns the tool itself if nothing is traced. */
  readonly wrapTool: (tool: TurnTool) => TurnTool;
}

export const defaultTurnLimits: TurnLimits = {
  steps: 16,
  timeoutSeconds: 120,
  concurrentTurns: 100,
  outputTokens: 4_096,
  dailyTokens: null,
  drainSeconds: 20,
  retentionDays: 30,
};

/** Characters of one answer of a model. The rest of the answer is not read. */
export const maximumAnswerCharacters = 262_144;
