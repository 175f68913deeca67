import { tellFailure } from "@agent-treasury/server";

/** What a finding says of a failure: words for whoever set the service up, else the failure's own. */
export function problemOf(error: unknown): string {
  return tellFailure(error) ?? (error instanceof Error ? error.message : String(error));
}
