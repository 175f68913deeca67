import type { Treasury } from "@agent-treasury/treasury-core";

/** What can be mounted: a treasury, as far as the adapter knows one. */
export type MountedTreasury = Pick<Treasury, "handler">;

/** A treasury, or what makes one when the first request needs it. */
export type TreasurySource = MountedTreasury | (() => MountedTreasury | Promise<MountedTreasury>);

/** Loads a treasury once, however many requests ask at the same time; a failure is tried again. */
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
