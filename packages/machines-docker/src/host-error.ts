import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";

const longestMessage = 500;

/** The HTTP status that the host answered, undefined when it did not. */
export function statusOf(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === "number" ? status : undefined;
}

/** What the host's client threw, as a caller may read it: the host's own message, and no path of ours. */
export function hostError(cause: unknown, doing: string): TreasuryError {
  if (isTreasuryError(cause)) return cause;
  const told = messageOf(cause);
  const problem =
    statusOf(cause) === undefined
      ? "The container host does not answer."
      : `The container host could not ${doing}${told === "" ? "." : `: ${told}`}`;
  return new TreasuryError("machine_host_error", problem, { cause });
}

/** A machine that is not there, or not ours. */
export function notFound(id: string, cause?: unknown): TreasuryError {
  return new TreasuryError("machine_not_found", `There is no machine ${id}.`, { cause });
}

/** The answer's own words, in whichever of the places a host writes them. */
function messageOf(error: unknown): string {
  const { json, reason } = error as { json?: unknown; reason?: unknown };
  const { message, cause } = (typeof json === "object" && json !== null ? json : {}) as {
    message?: unknown;
    cause?: unknown;
  };
  const texts = [message, cause, reason].filter((text) => typeof text === "string");
  const told = texts.find((text) => text !== "") ?? "";
  return told.trim().slice(0, longestMessage).toWellFormed();
}
