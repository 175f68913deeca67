import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";

const longestMessage = 500;

export function statusOf(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === "number" ? status : undefined;
}

/** Converts an error of the host's client: it has the host's message and no local path. */
export function hostError(cause: unknown, doing: string): TreasuryError {
  if (isTreasuryError(cause)) return cause;
  const detail = messageOf(cause);
  const problem =
    statusOf(cause) === undefined
      ? "The container host does not respond."
      : `The container host could not ${doing}${detail === "" ? "." : `: ${detail}`}`;
  return new TreasuryError("machine_host_error", problem, { cause });
}

export function notFound(id: string, cause?: unknown): TreasuryError {
  return new TreasuryError("machine_not_found", `There is no machine ${id}.`, { cause });
}

function messageOf(error: unknown): string {
  const { json, reason } = error as { json?: unknown; reason?: unknown };
  const { message, cause } = (typeof json === "object" && json !== null ? json : {}) as {
    message?: unknown;
    cause?: unknown;
  };
  const texts = [message, cause, reason].filter((text) => typeof text === "string");
  const detail = texts.find((text) => text !== "") ?? "";
  return detail.trim().slice(0, longestMessage).toWellFormed();
}
