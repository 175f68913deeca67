import { TreasuryError } from "@agent-treasury/provider";

/**
 * Checks a tool's name: what every provider of a model takes.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkToolName(name: string): void {
  if (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) return;
  throw new TreasuryError(
    "invalid_request",
    `The tool's name ${JSON.stringify(name)} is not 1 to 64 letters, digits and _, a letter first.`,
  );
}

/**
 * Checks the names of all tools that one agent is offered.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkToolNames(tools: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of tools) {
    checkToolName(name);
    if (seen.has(name)) {
      throw new TreasuryError("invalid_request", `There are two tools called ${name}.`);
    }
    seen.add(name);
  }
}
