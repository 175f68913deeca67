import type { Micros } from "../money/micros.ts";
import type { Doc, Key } from "../ports/storage.ts";
import { type Account, openAccount } from "./account.ts";
import { hashGenesis } from "./chain.ts";

/** Where a workspace's ledger stands: what a commit replaces. */
export interface Tip {
  readonly epoch: number;
  readonly sequence: bigint;
  readonly lastHash: string;
  readonly account: Account;
}

/** What a command sees of a workspace: one moment, with the commands before it already applied. */
export interface Books {
  readonly workspaceId: string;
  readonly tip: Tip;
  /** The documents of one kind that are open. */
  openDocs(kind: string): Iterable<Doc>;
  /** A document that is open, or that the command said it reads. */
  doc(key: Key): Doc | undefined;
  /** Whether a key is known to be claimed. A claim that is made although it was taken is refused by the storage. */
  isClaimed(key: Key): boolean;
}

/** A key as one string, for maps. */
export function keyText(key: Key): string {
  return `${key.kind}\n${key.id}`;
}

/** Where a workspace stands before its first commit. */
export function openingTip(workspaceId: string, startingCapital: Micros, day: string): Tip {
  return {
    epoch: 1,
    sequence: 0n,
    lastHash: hashGenesis({ workspaceId, epoch: 1, startingCapital, previousHash: null }),
    account: openAccount(startingCapital, day, 0n),
  };
}
