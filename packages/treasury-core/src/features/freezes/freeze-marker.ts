import type { Clock, Storage } from "@agent-treasury/provider";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import { NotObserved, type Observed } from "../../kernel/judgement/observed.ts";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import { type Freeze, freezeState } from "./freeze.ts";

/** The maximum age of the marker when a payment begins. */
export const markerAgeMs = 1_000;

/** The freeze of all workspaces, as this process has read it. */
export interface FreezeMarker extends Observed {
  /** @throws NotObserved unless the process has read it within a second. */
  present(): Freeze | null;
  refresh(): Promise<Freeze | null>;
}

export const markerTerm: TermSlot<FreezeMarker> = new TermSlot("freeze of all workspaces");

/** For processes without a freeze of all workspaces, such as benchmarks of the ledger. */
export const noMarker: FreezeMarker = {
  isFresh: () => true,
  present: () => null,
  refresh: () => Promise.resolve(null),
};

interface Reading {
  readonly freeze: Freeze | null;
  /** When the reading began, by both clocks, because one may stop in sleep. */
  readonly wall: number;
  readonly monotonic: number;
}

export function freezeMarker(storage: Storage, clock: Clock): FreezeMarker {
  let newest: Reading | null = null;
  let reading: Promise<Freeze | null> | null = null;
  const fresh = (): Reading | null => {
    if (newest === null) return null;
    const { wall, monotonic } = newest;
    const ageMs = Math.max(Math.abs(clock.now() - wall), clock.monotonic() - monotonic);
    return ageMs < markerAgeMs ? newest : null;
  };
  const read = async (): Promise<Freeze | null> => {
    const began = { wall: clock.now(), monotonic: clock.monotonic() };
    const request = { workspaceId: deploymentWorkspaceId, keys: [] };
    const [snapshot] = await storage.load([request]);
    const freezes = snapshot?.head ? freezeState.of(accountFromRecord(snapshot.head.account)) : [];
    const freeze = freezes.find(({ scope }) => scope === "deployment") ?? null;
    newest = { freeze, ...began };
    return freeze;
  };
  return {
    isFresh: () => fresh() !== null,
    present: () => {
      const present = fresh();
      if (present === null)
        throw new NotObserved("The freeze of all workspaces could not be read in time.");
      return present.freeze;
    },
    refresh: () => {
      const present = fresh();
      if (present !== null) return Promise.resolve(present.freeze);
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}
