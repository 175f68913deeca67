import type { AdministrativeActionType, TreasuryState } from "@agent-treasury/contract";
import type { Requirement } from "@agent-treasury/rules";
import type { ActionType } from "./action-type.ts";
import type { DocumentKind } from "./documents/document-kind.ts";
import type { SpendPreparation } from "./engine.ts";
import type { Observed } from "./judgement/observed.ts";
import type { Payout } from "./judgement/payout.ts";
import type { SpendContext } from "./judgement/spend-context.ts";
import type { SpendGuard } from "./judgement/spend-guard.ts";
import type { SpendingPolicy } from "./judgement/spending-policy.ts";
import type { FeatureTerm } from "./judgement/term-slot.ts";
import type { Account } from "./ledger/account.ts";
import type { Changes } from "./ledger/command.ts";
import type { AnySlice } from "./ledger/head-slice.ts";
import type { LedgerState } from "./ledger/ledger-state.ts";
import type { RecordedEvent } from "./ledger/recorded-event.ts";

/** What a capability adds to spends, approvals, erasure and events. */
export interface Feature {
  readonly name: string;
  /** Names of features that it uses. They stand before it in the list of features. */
  readonly requires?: readonly string[];
  /** The list of features orders the guards of all features. */
  readonly guards?: readonly SpendGuard[];
  /** What its guards and commands decide by. */
  readonly terms?: readonly FeatureTerm[];
  readonly preparation?: SpendPreparation;
  /** A value that its guards read. */
  readonly observed?: Observed;
  /** The first payout of all features that `ends` a spend pays it; otherwise the ledger does. */
  readonly payouts?: readonly Payout[];
  /** Its fields of the account. */
  readonly slices?: readonly AnySlice[];
  /** The kinds of documents that it writes. */
  readonly documents?: readonly DocumentKind[];
  /** Administrative actions by their type. */
  readonly actions?: { readonly [Type in AdministrativeActionType]?: ActionType };
  /** Persons who have to approve every administrative action. */
  readonly requirementsOf?: (ledger: LedgerState) => readonly Requirement[];
  /** The events of a command, beside those of its documents. Pure. Must not throw. */
  readonly eventsOf?: (before: LedgerState, changes: Changes) => readonly RecordedEvent[];
  /** What it ends before a reset, in the same commit. Null if there is nothing. */
  readonly beforeReset?: (context: SpendContext<SpendingPolicy>) => Changes | null;
  /** Its fields of the state that readers are shown. */
  readonly stateOf?: (workspaceId: string, account: Account) => Partial<TreasuryState>;
  /** Of one feature. */
  readonly scopesOf?: SpendingPolicy["scopesOf"];
}
