/**
 * Verifies workspaces and copies of them, apart from a treasury.
 *
 * @module
 */
export type { CopyWalk } from "./kernel/ledger/copy-walk.ts";
export type { KeptHead } from "./features/verification/kept-heads.ts";
export { type ChainReport, verifyChain } from "./features/verification/chain-walk.ts";
export { PasskeyWalk } from "./features/passkeys/passkey-walk.ts";
export { type StatedTree, statedTree, TreeWalk } from "./features/receipts/tree-walk.ts";
export { verifyCopy } from "./create/verify-copy.ts";
