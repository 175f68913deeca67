import { isTreasuryError, redact } from "@agent-treasury/provider";
import {
  isTreasuryApiError,
  isTreasuryConnectionError,
  isTreasuryTimeoutError,
} from "@agent-treasury/sdk-client";

export interface AccessFailure {
  readonly code: string;
  /** For the model. */
  readonly message: string;
  /** HTTP status; 0 if the treasury did not answer. */
  readonly status: number;
}

const noAnswer =
  "The treasury did not answer. Repeat the call with the same values: it is the same purchase.";

/** Null for an error that is not of the treasury. */
export function accessFailure(error: unknown): AccessFailure | null {
  if (isTreasuryConnectionError(error) || isTreasuryTimeoutError(error)) {
    return { code: "no_answer", message: noAnswer, status: 0 };
  }
  if (isTreasuryApiError(error)) {
    const { code, message, status } = error;
    // Not of the service, and may have the address or a proxy's page.
    if (code === "unexpected_answer") return { code, message: noAnswer, status };
    return { code, message: redact(message), status };
  }
  if (!isTreasuryError(error)) return null;
  const { code, message, remedy, status } = error;
  return { code, message: redact(`${message} ${remedy}`), status };
}
