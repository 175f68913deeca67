import { redact } from "../redact.ts";
import type { FailureReport } from "./handler.ts";

const causesFollowed = 5;

/** Writes a failure to the error console: with its stack and causes, without anything secret. */
export function logFailure({ requestId, action, error }: FailureReport): void {
  console.error(redact(`[agent-treasury] ${requestId} ${action ?? "-"} ${describe(error)}`));
}

function describe(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  for (let depth = 0; depth < causesFollowed && current !== undefined; depth += 1) {
    parts.push(
      current instanceof Error ? (current.stack ?? current.message) : JSON.stringify(current),
    );
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join("\ncaused by: ");
}
