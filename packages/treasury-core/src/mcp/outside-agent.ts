import { readOutsideText, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

/** An external agent, as identified by its credential. */
export interface OutsideAgent {
  /** Shown to approvers. 1 to 100 characters. */
  readonly name: string;
  /** The only workspace in which the agent may read and propose. */
  readonly workspaceId: string;
}

const longestName = 100;

/**
 * Validates an external agent.
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
      `Invalid workspace of agent ${name}. Use only letters, digits and . _ : @ -`,
    );
  }
  return { name, workspaceId };
}
