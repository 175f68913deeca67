import type { Micros, Doc, Key } from "@agent-treasury/provider";
import { type Account, openAccount } from "./account.ts";
import { hashGenesis } from "./chain.ts";

/** The head of a workspace's ledger. */
export interface LedgerHead {
  readonly epoch: number;
  readonly sequence: bigint;
  readonly lastHash: string;
  readonly account: Account;
}

/** The ledger state that a command reads, after the group's earlier commands. */
export interface LedgerState {
  readonly workspaceId: string;
  readonly head: LedgerHead;
  /** Increases with each command that changes the workspace, whatever the clock. */
  readonly order: readonly [version: number, position: number];
  openDocs(kind: string): readonly Doc[];
  /** Returns an open document, or one listed in the command's `reads`. */
  doc(key: Key): Doc | undefined;
  /**
   * Requires closed documents that the command could not list in `reads`, because their keys depend
   * on the state. Returns them in order, and afterwards `doc` does. Call it before any other work.
   *
   * @throws DocsNotLoaded if one is not loaded. The command then runs again.
   */
  request(keys: readonly Key[]): readonly (Doc | undefined)[];
  /** False if unknown. The storage rejects a second claim of a key. */
  isClaimed(key: Key): boolean;
}

/** A place in a list that increases with each command, whatever the clock. One for each command. */
export function ordinalAt({ order: [version, position] }: LedgerState): bigint {
  return BigInt(version) * 1_000_000n + BigInt(position);
}

/** Thrown through a command, so that it runs again with the documents it requested. */
export class DocsNotLoaded extends Error {
  constructor() {
    super("A requested document is not loaded.");
  }
}

/** Shared, because capturing a stack would take most of the time of a repeated command. */
export const docsNotLoaded: DocsNotLoaded = new DocsNotLoaded();

export function openingHead(workspaceId: string, startingCapital: Micros, day: string): LedgerHead {
  return {
    epoch: 1,
    sequence: 0n,
    lastHash: hashGenesis({ workspaceId, epoch: 1, startingCapital, previousHash: null }),
    account: openAccount(startingCapital, day, 0n),
  };
}
