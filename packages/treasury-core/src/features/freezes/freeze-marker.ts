import { type Clock, type Storage, TreasuryError } from "@agent-treasury/provider";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import type { Freeze } from "../../kernel/ledger/freeze.ts";

/** The maximum age of the marker when a payment begins. */
export const markerAgeMs = 1_000;

/** The freeze of all workspaces, as this process has read it. */
export interface FreezeMarker {
  /** Whether the process has read it within a second. */
  isFresh(): boolean;
  /** @throws MarkerNotRead unless it is fresh. */
  present(): Freeze | null;
  /** Reads it, unless it is fresh. */
  refresh(): Promise<Freeze | null>;
}

/** Refuses a payment until the marker is read. */
export class MarkerNotRead extends TreasuryError {
  constructor() {
    super("service_busy", "The freeze of all workspaces could not be read in time.", {
      headers: { "retry-after": "1" },
    });
  }
}

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
    const freezes = snapshot?.head ? accountFromRecord(snapshot.head.account).freezes : [];
    const freeze = freezes.find(({ scope }) => scope === "deployment") ?? null;
    newest = { freeze, ...began };
    return freeze;
  };
  return {
    isFresh: () => fresh() !== null,
    present: () => {
      const present = fresh();
      if (present === null) throw new MarkerNotRead();
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

const attempts = 10;

/** Runs a command that may begin a payment. Reads the marker again if it became too old. */
export async function withMarker<Answer>(
  marker: FreezeMarker,
  run: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    if (!marker.isFresh()) await marker.refresh();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof MarkerNotRead) || attempt === attempts) throw error;
    }
  }
}
