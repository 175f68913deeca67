const marker = Symbol.for("agent-treasury.turn-lost");

/**
 * Whoever runs the turn must stop at once and do nothing more: somebody else has it, or its records
 * cannot be kept any more. What it did until then is in the records.
 */
export class TurnLost extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TurnLost";
    Object.defineProperty(this, marker, { value: true });
  }
}

export function isTurnLost(error: unknown): error is TurnLost {
  return typeof error === "object" && error !== null && marker in error;
}
