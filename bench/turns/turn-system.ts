/** How often the tools ran, so that nobody is fast by doing less. */
export interface ToolCounts {
  paid: number;
  lookedUp: number;
}

/** Something that runs an agent's turns, used as its documents say, on a model that answers at once. */
export interface TurnSystem {
  readonly counts: ToolCounts;
  /** A spend waits for approval, its state is stored and read back, it is approved, and the turn ends. */
  approvalFlow(): Promise<void>;
  /** A turn of ten calls, a step each. */
  tenSteps(): Promise<void>;
  close(): Promise<void>;
}

/** A side of the comparison. */
export interface TurnContestant {
  /** As the worker is asked for it. */
  readonly key: string;
  readonly name: string;
  /** Of the package that it is; null for ours, which is always there. */
  readonly packageName: string | null;
  /** How often a round does each: what is slower does less of it. */
  readonly flowsInRound: number;
  /** Null where the package is not installed. */
  open(): Promise<TurnSystem | null>;
}

/** @throws Error when a turn did not end with the last word of its script. */
export function expectLastWord(said: unknown, lastWord: string): void {
  if (said !== lastWord) throw new Error(`A turn ended with ${JSON.stringify(said)}.`);
}
