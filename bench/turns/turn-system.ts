/** The number of tool runs, so that a system cannot be fast by doing less. */
export interface ToolCounts {
  paid: number;
  lookedUp: number;
}

/** A system that runs an agent's turns, used as documented, on a model that answers at once. */
export interface TurnSystem {
  readonly counts: ToolCounts;
  /**
   * A spend pauses for approval, the state is stored and read back, it is approved, and the turn
   * ends.
   */
  approvalFlow(): Promise<void>;
  /** A turn of ten calls, one per step. */
  tenSteps(): Promise<void>;
  close(): Promise<void>;
}

/** A side of the comparison. */
export interface TurnContestant {
  /** The worker's name for it. */
  readonly key: string;
  readonly name: string;
  /** The npm package; null for ours. */
  readonly packageName: string | null;
  /** The number of flows per round, fewer for slower systems. */
  readonly flowsInRound: number;
  /** Null when the package is not installed. */
  open(): Promise<TurnSystem | null>;
}

/** @throws Error when a turn did not end with its script's final message. */
export function expectLastWord(said: unknown, lastWord: string): void {
  if (said !== lastWord) throw new Error(`A turn ended with ${JSON.stringify(said)}.`);
}
