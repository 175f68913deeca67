import { type Doc, type Key, TreasuryError } from "@agent-treasury/provider";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { type Command, type Outcome, unchanged } from "../../kernel/ledger/command.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { TabAccount } from "./tab-account.ts";
import { tabNotFound, type TabRecord } from "./tab-record.ts";

const chargeLifetimeMs = 86_400_000;

/** Who reports about a tab. */
export interface TabCaller {
  /** An agent, which may report on its own tabs only. Null for a meter and for a person. */
  readonly agentId: string | null;
  /** The only allocation from which the agent's credential spends. Missing or null without one. */
  readonly allocationId?: string | null;
}

export interface TabQuestion {
  readonly tabId: string;
  readonly caller: TabCaller;
}

/** A tab with its proposal, as they are after a command. */
export interface TabState {
  readonly tab: TabRecord;
  readonly spend: SpendProposal;
  /** Of a reservation or a charge. */
  readonly number?: number;
  /** A payment of the tab. */
  readonly payment?: SpendProposal;
  /** What was refused, although the command changed the tab. */
  readonly refusal?: TreasuryError;
}

/** What a command did, or why it is refused. A refusal within a step comes with changes. */
export type TabStep =
  | TreasuryError
  | (Pick<TabState, "number" | "payment" | "refusal"> & {
      readonly claim?: Key;
      readonly put?: readonly Doc[];
    });

/** Another credential of the agent, or a person, may have opened the tab. */
export function checkAllocation(
  { allocationId: own = null }: Pick<TabCaller, "allocationId">,
  { ruling: { allocationId } }: SpendProposal,
): void {
  if (own === null || own === allocationId) return;
  throw new TreasuryError(
    "forbidden",
    `The agent's credential spends from the allocation ${JSON.stringify(own)} only, which is not that of the tab. Open another tab.`,
  );
}

/** A command on one tab, which also does what is due on it. */
export function onTab(
  name: string,
  { tabId, caller }: TabQuestion,
  policy: SpendingPolicy,
  run: (account: TabAccount, context: SpendContext<SpendingPolicy>) => TabStep,
): Command<TabState> {
  return {
    name,
    reduce: (ledger, now): Outcome<TabState> => {
      const context = { ledger, policy, now };
      const account = new TabAccount(context, tabId);
      // An agent cannot find out whether another agent's tab exists.
      if (caller.agentId !== null && caller.agentId !== account.tab.agentId) {
        throw tabNotFound(ledger.workspaceId, tabId);
      }
      checkAllocation(caller, account.spend);
      const step = run(account, context);
      if (step instanceof TreasuryError) throw step;
      if (!account.isOfEarlierEpoch) account.settleDue();
      const { claim, put = [], ...said } = step;
      if (!account.isChanged) return unchanged({ tab: account.tab, spend: account.spend, ...said });
      const changes = account.changes();
      const claims = claim === undefined ? [] : [{ key: claim, expiresAt: now + chargeLifetimeMs }];
      const answer = { tab: account.tab, spend: account.spend, ...said };
      return {
        kind: "changed",
        answer,
        changes: {
          ...changes,
          put: [...changes.put, ...put],
          claim: [...changes.claim, ...claims],
        },
      };
    },
  };
}
