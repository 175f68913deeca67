import { TreasuryError } from "@agent-treasury/provider";

/**
 * Checks ids of plugins or channels, which name routes and documents.
 *
 * @throws TreasuryError `invalid_request` for an invalid or repeated id.
 */
export function checkExtensionIds(what: "plugin" | "channel", ids: readonly unknown[]): void {
  for (const [index, id] of ids.entries()) {
    if (typeof id !== "string" || !/^[a-z][a-z0-9-]{0,31}$/.test(id)) {
      throw new TreasuryError(
        "invalid_request",
        `Invalid id ${JSON.stringify(id)} of a ${what}. Use 1 to 32 lower-case letters, digits and hyphens, beginning with a letter.`,
      );
    }
    if (ids.indexOf(id) < index) {
      throw new TreasuryError("invalid_request", `Two ${what}s have the id ${id}.`);
    }
  }
}
