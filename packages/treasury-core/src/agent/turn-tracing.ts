import type { TurnName } from "@agent-treasury/provider";
import type { RunEnd } from "./live/run-end.ts";

/** Stands around a turn and its steps, for example to take their time. It gives what the work gave. */
export interface TurnTracing {
  /** One run of a turn; `isResumed` where it had begun before. */
  turn(turn: TurnName, isResumed: boolean, work: () => Promise<RunEnd>): Promise<RunEnd>;
  /** One answer of the model and the calls in it; steps are counted from 1. */
  step(step: number, work: () => Promise<void>): Promise<void>;
}

/** Nothing is traced. */
export const untraced: TurnTracing = {
  turn: (_turn, _isResumed, work) => work(),
  step: (_step, work) => work(),
};
