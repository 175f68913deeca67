// Loaded when one of them is called.
export { makeCheckpoint, proveConsistency } from "./checkpoint.ts";
export { evidenceLines } from "./evidence.ts";
export { issueReceipt } from "./issue-receipt.ts";
