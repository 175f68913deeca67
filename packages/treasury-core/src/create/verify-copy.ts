import type { CopiedPart } from "@agent-treasury/provider";
import { PublicationsWalk } from "../features/rules/publications-walk.ts";
import type { ChainReport, KeptHead } from "../features/verification/index.ts";
import { verifyParts } from "../features/verification/verifications-module.ts";
import type { CopyWalk } from "../kernel/ledger/copy-walk.ts";

/**
 * Verifies the hash chain and documents in a copy of a workspace.
 *
 * @param parts in the order of `Storage.copy`.
 * @param keptHeads heads saved earlier, to detect a rewrite.
 * @param walks further verifications, such as `new PasskeyWalk("acme", verifyStoredAssertion)`.
 * @example
 * const report = await verifyCopy("acme", storage.copy("acme"), [{ sequence: 3n, hash }]);
 */
export function verifyCopy(
  workspaceId: string,
  parts: AsyncIterable<CopiedPart>,
  keptHeads: readonly KeptHead[] = [],
  walks: readonly CopyWalk[] = [],
): Promise<ChainReport> {
  return verifyParts(workspaceId, parts, keptHeads, [new PublicationsWalk(), ...walks]);
}
