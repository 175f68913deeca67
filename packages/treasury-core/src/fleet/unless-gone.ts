import { isTreasuryError } from "@agent-treasury/provider";

/** What a host does with a machine; undefined when that is gone. */
export async function unlessGone<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isTreasuryError(error) && error.code === "machine_not_found") return undefined;
    throw error;
  }
}
