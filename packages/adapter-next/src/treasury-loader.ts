import type { Treasury } from "@agent-treasury/treasury-core";

export type MountedTreasury = Pick<Treasury, "handler">;

/** A treasury, or a function that creates it at the first request. */
export type TreasurySource = MountedTreasury | (() => MountedTreasury | Promise<MountedTreasury>);

/** Loads a treasury once, again after a failure. */
export function treasuryLoader(source: TreasurySource): () => Promise<MountedTreasury> {
  if (typeof source !== "function") return async () => source;
  let loading: Promise<MountedTreasury> | undefined;
  const load = async (): Promise<MountedTreasury> => source();
  const forget = (error: unknown): never => {
    loading = undefined;
    throw error;
  };
  return () => (loading ??= load().catch(forget));
}
