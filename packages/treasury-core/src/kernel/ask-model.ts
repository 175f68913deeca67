import type { ModelMessage } from "@agent-treasury/provider";
import type { Person } from "./ledger/person.ts";

export interface ModelQuestion {
  readonly workspaceId: string;
  readonly messages: readonly ModelMessage[];
  /** Of its model calls, in a sentence for approvers. */
  readonly purpose: string;
  readonly askedBy: Person | null;
}

/**
 * Asks the connected model outside of a turn, without tools, and returns its whole answer. The call
 * counts for the daily tokens, and a metered model charges a tab of its own.
 *
 * @throws TreasuryError `model_not_connected`, `model_failed`, `token_budget_exceeded`, `tab_closed`.
 */
export type AskModel = (question: ModelQuestion) => Promise<string>;
