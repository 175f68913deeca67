import type { CopiedPart } from "@agent-treasury/provider";

/** Verifies records in a copy of a workspace. */
export interface CopyWalk {
  /** Called with each part, in the order of `Storage.copy`. */
  see(part: CopiedPart): Promise<void> | void;
  /** Null if everything is valid. Called once, after the last part. */
  problem(): string | null;
}
