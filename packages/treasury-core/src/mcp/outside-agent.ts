import { readOutsideText, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

/** An agent from elsewhere, as its credential names it. */
export interface OutsideAgent {
  /** Shown to people on what it proposes: 1 to 100 characters. */
  readonly name: string;
  /** The one workspace in which it may read and propose. */
  readonly workspaceId: string;
}

const longestName = 100;

/**
 * Checks what a deployment says of an agent.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function checkOutsideAgent({ name, workspaceId }: OutsideAgent): OutsideAgent {
  const isName =
    name.trim() !== "" &&
    name.length <= longestName &&
    name.isWellFormed() &&
    readOutsideText(name).flaw === null &&
    !/\p{Cc}/u.test(name);
  if (!isName) {
    throw new TreasuryError(
      "invalid_request",
      `An agent's name must be 1 to ${longestName} characters, without control characters.`,
    );
  }
  const read = routes.readTreasury.input.safeParse({ workspaceId });
  if (!read.success || read.data.workspaceId !== workspaceId) {
    throw new TreasuryError(
      "invalid_request",
      `The agent ${name} needs the name of a workspace: letters, digits and . _ : @ - alone.`,
    );
  }
  return { name, workspaceId };
}
