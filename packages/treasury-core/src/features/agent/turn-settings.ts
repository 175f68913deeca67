import type { LanguageModel, TreasuryError, TurnName } from "@agent-treasury/provider";
import type { TurnTool } from "../../kernel/turn-tool.ts";
import type { OpenTurnTab } from "./turn-tab.ts";

/** Limits of turns. */
export interface TurnLimits {
  /** The maximum number of model answers per turn. */
  readonly steps: number;
  readonly timeoutSeconds: number;
  /** The maximum number of concurrent turns per process. */
  readonly concurrentTurns: number;
  /** The maximum number of tokens per model answer. */
  readonly outputTokens: number;
  /** The maximum number of tokens per workspace and business day, requests included. Null to disable. */
  readonly dailyTokens: number | null;
  /**
   * The most that the model calls of a turn may cost in USD, until it waits or is over. A tab of the
   * amount, with the model's provider as payee, is proposed as a spend of the agent. Needs a metered
   * model. Null to disable.
   */
  readonly tabUsd: number | null;
  /** The time that a process waits for its turns at shutdown before it stops them. */
  readonly drainSeconds: number;
  /** The time that records are stored after a turn began or was resumed. */
  readonly retentionDays: number;
}

/** `kind` is `treasury.turn.outcome` in traces. */
export type RunEnd =
  /** The turn waits or is over. `error` is set if it failed without effects. */
  | { readonly kind: "rests"; readonly error: TreasuryError | null }
  /** Another process runs the turn, or will recover it. */
  | { readonly kind: "left"; readonly error: TreasuryError };

export interface TurnRecovery {
  /** The number of turns that were resumed. */
  readonly taken: number;
  /** The number of resumed turns that are over or wait for approvals. */
  readonly rested: number;
  /** The number of turns that could not be resumed. The errors are reported to the deployment. */
  readonly failed: number;
}

export type OnTurnFailure = (failure: TreasuryError) => void;

export interface TurnTracing {
  turn(turn: TurnName, isResumed: boolean, work: () => Promise<RunEnd>): Promise<RunEnd>;
  /** The first step is 1. */
  step(step: number, work: () => Promise<void>): Promise<void>;
}

export const untraced: TurnTracing = {
  turn: (_turn, _isResumed, work) => work(),
  step: (_step, work) => work(),
};

export interface AgentSettings {
  readonly model: LanguageModel | null;
  /** The tools of the modules, then those of the host app. */
  readonly tools: readonly TurnTool[];
  /** Appended to the treasury's own system message. */
  readonly instructions: string;
  readonly limits: TurnLimits;
  readonly openTab: OpenTurnTab | null;
  readonly tracing: TurnTracing;
  readonly wrapTool: (tool: TurnTool) => TurnTool;
}

export const defaultTurnLimits: TurnLimits = {
  steps: 16,
  timeoutSeconds: 120,
  concurrentTurns: 100,
  outputTokens: 4_096,
  dailyTokens: null,
  tabUsd: null,
  drainSeconds: 20,
  retentionDays: 30,
};
