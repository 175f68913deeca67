import { verifierTerm } from "../features/passkeys/index.ts";
import { PasskeyWalk } from "../features/passkeys/passkey-walk.ts";
import { TreeWalk } from "../features/receipts/tree-walk.ts";
import { PublicationsWalk } from "../features/rules/publications-walk.ts";
import { TabsWalk } from "../features/tabs/tabs-walk.ts";
import type { SpendingPolicy } from "../kernel/judgement/spending-policy.ts";
import type { CopyWalk } from "../kernel/ledger/copy-walk.ts";

/** What verifies the records of features in a copy of a workspace. */
export function walksOf(policy: SpendingPolicy, workspaceId: string): readonly CopyWalk[] {
  // Without a verifier, all but the signatures themselves is verified.
  const verify = verifierTerm.of(policy)?.verifyStored ?? null;
  return [
    new PublicationsWalk(),
    new TabsWalk(),
    new PasskeyWalk(workspaceId, verify),
    new TreeWalk(),
  ];
}
