// Loaded when one of them is called.
export { makeCheckpoint, proveConsistency } from "./checkpoint.ts";
export { evidenceLines } from "./evidence.ts";
export { issueReceipt } from "./issue-receipt.ts";
export { readKeys, SigningKeys } from "./signing-keys.ts";
export { statedTree } from "./tree-walk.ts";
