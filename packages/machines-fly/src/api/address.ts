import { TreasuryError } from "@agent-treasury/provider";

const segmentPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/**
 * Builds the path of a call, below the API's address. Each segment is checked, because a URL would
 * turn `machines/..` into the app's own path, where a DELETE destroys the app with all machines.
 *
 * @throws TreasuryError `machine_not_found` for an invalid segment.
 */
export function pathOf(...segments: readonly string[]): string {
  for (const segment of segments) {
    if (segmentPattern.test(segment)) continue;
    const told = JSON.stringify(segment.slice(0, 128).toWellFormed());
    throw new TreasuryError("machine_not_found", `No machine can have the id ${told}.`);
  }
  return segments.join("/");
}
