const marker = Symbol.for("agent-treasury.command-error");

/** A command cannot do what it was asked to. The message is for whoever typed it. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CommandError";
    Object.defineProperty(this, marker, { value: true });
  }
}

/** Tells a `CommandError`. */
export function isCommandError(error: unknown): error is CommandError {
  return typeof error === "object" && error !== null && marker in error;
}
