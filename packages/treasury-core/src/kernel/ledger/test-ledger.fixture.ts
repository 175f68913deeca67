import {
  isTreasuryError,
  Micros,
  type Clock,
  randomIdentifiers,
  type Claim,
  type Doc,
  type Key,
  type Storage,
} from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { openAccount } from "./account.ts";
import { hashGenesis } from "./chain.ts";
import { changesOn, type Command, type Maintenance } from "./command.ts";
import { Committer } from "./commit/committer.ts";
import { StorageClock } from "./commit/storage-clock.ts";
import { epochToDoc } from "./epoch.ts";
import type { AnySlice } from "./head-slice.ts";
import { type LedgerState, type LedgerHead, openingHead } from "./ledger-state.ts";
import { type Posting, post } from "./posting.ts";

/** 10:00 UTC. */
export const morning: number = Date.UTC(2026, 10, 3, 10);

/** Converts USD to micro-dollars, zero or more. */
export function dollars(usd: number): Micros {
  return limitFromUsd(usd, "usd");
}

/** The negative amount. */
export function owed(usd: number): Micros {
  return Micros.negate(dollars(usd));
}

/** A clock that the test controls. Sleeping advances only this clock. */
export interface TestClock extends Clock {
  /** The durations of all sleeps. */
  readonly slept: number[];
  advance(milliseconds: number): void;
  /** Sets only the wall clock, like an administrator. */
  setWall(now: number): void;
}

export function testClock(start: number = morning): TestClock {
  let wall = start;
  let elapsed = 0;
  const slept: number[] = [];
  const advance = (milliseconds: number): void => {
    wall += milliseconds;
    elapsed += milliseconds;
  };
  return {
    slept,
    advance,
    setWall: (now) => {
      wall = now;
    },
    now: () => wall,
    monotonic: () => elapsed,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      await Promise.resolve();
    },
  };
}

export interface TestCommitter {
  readonly committer: Committer;
  readonly clock: TestClock;
}

/** A committer with empty workspaces, and no maintenance by default. */
export function testCommitter(
  storage: Storage,
  clock: TestClock = testClock(),
  maintenance: Maintenance = () => null,
  slices: readonly AnySlice[] = [],
): TestCommitter {
  const committer = new Committer({
    storage,
    clock,
    storageClock: new StorageClock(clock),
    identifiers: randomIdentifiers,
    opening: (workspaceId) => openingHead(workspaceId, Micros.zero, "2026-11-03"),
    maintenance,
    slices,
  });
  return { committer, clock };
}

/** Creates a command from a function. */
export function command<Answer>(
  decide: Command<Answer>["reduce"],
  reads: readonly Key[] = [],
): Command<Answer> {
  return { name: "test", reads, reduce: decide };
}

/** Appends an entry and returns its sequence. */
export function append(
  posting: Partial<Posting> = {},
  claim: readonly Claim[] = [],
): Command<bigint> {
  return command((ledger, now) => {
    const posted = post(ledger.workspaceId, ledger.head, { ...deposit, ...posting }, now);
    if (isTreasuryError(posted)) throw posted;
    const changes = changesOn(ledger, { head: posted.head, entries: [posted.entry], claim });
    return { kind: "changed", answer: posted.entry.sequence, changes };
  });
}

export const deposit: Posting = {
  type: "deposit",
  amount: dollars(10),
  description: "Deposit",
  salt: "5a".repeat(16),
};

/** Opens the next epoch. */
export function openEpoch(startingCapital: Micros = Micros.zero): Command<null> {
  return command((ledger, now) => {
    const { head, put } = nextEpoch(ledger, startingCapital, now);
    return { kind: "changed", answer: null, changes: changesOn(ledger, { head, put: [put] }) };
  });
}

function nextEpoch(
  { workspaceId, head }: LedgerState,
  startingCapital: Micros,
  now: number,
): { head: LedgerHead; put: Doc } {
  const epoch = head.epoch + 1;
  const genesis = { epoch, startingCapital, previousHash: head.lastHash };
  return {
    head: {
      epoch,
      sequence: head.sequence,
      lastHash: hashGenesis({ ...genesis, workspaceId }),
      account: openAccount(startingCapital, head.account.day, 0n),
    },
    put: epochToDoc(
      { ...genesis, afterSequence: head.sequence },
      new Date(now).toISOString(),
      null,
    ),
  };
}
