import type { TreasuryState } from "@agent-treasury/contract";
import { TreasuryError, Micros, type Doc } from "@agent-treasury/provider";
import { keyedCommand, type KeyedRequest } from "../../idempotency/keyed-request.ts";
import { openAccount } from "../../ledger/account.ts";
import type { Books, Tip } from "../../ledger/books.ts";
import { hashGenesis } from "../../ledger/chain.ts";
import { type Command, type Outcome, changesOn, refused } from "../../ledger/command.ts";
import { epochToDoc } from "../../ledger/epoch.ts";
import type { Operator } from "../../ledger/operator.ts";
import { timestamp } from "../../ledger/timestamp.ts";
import type { Engine } from "../engine.ts";
import { proposalFromDoc, proposalToDoc } from "../proposals/proposal-record.ts";
import { proposalKind } from "../proposals/proposal.ts";
import { readTreasury } from "./read-treasury.ts";

/** Resets a workspace. Idempotent for a request with a key. */
export async function reset(
  engine: Engine,
  workspaceId: string,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<TreasuryState> {
  const command = keyedCommand(resetWorkspace(operator), keyed, () => null);
  await engine.committer.run(workspaceId, command);
  return readTreasury(engine, workspaceId);
}

/** Opens an empty epoch with default limits. Existing records remain. */
export function resetWorkspace(operator: Operator): Command<null> {
  return {
    name: "reset_workspace",
    reads: [],
    reduce: (books, now) => resetBooks(books, operator, now),
  };
}

function resetBooks(books: Books, operator: Operator, now: number): Outcome<null> {
  const { tip } = books;
  if (tip.account.held > 0n) {
    return refused(new TreasuryError("funds_held", "Money is held for spends in flight."));
  }
  if (tip.account.payment?.mode === "live" && !operator.verified) {
    return refused(
      new TreasuryError(
        "forbidden",
        "Only a signed-in operator can reset a workspace with live money.",
      ),
    );
  }
  const next = nextEpoch(books);
  const record = epochToDoc(
    {
      epoch: next.epoch,
      startingCapital: Micros.zero,
      previousHash: tip.lastHash,
      afterSequence: tip.sequence,
    },
    timestamp(now),
    operator,
  );
  const put = [...withdrawPending(books, operator, now), record];
  return { kind: "changed", answer: null, changes: changesOn(books, { tip: next, put }) };
}

function nextEpoch({ workspaceId, tip }: Books): Tip {
  const epoch = tip.epoch + 1;
  const { day, newestProposal, unknownFields } = tip.account;
  return {
    epoch,
    sequence: tip.sequence,
    lastHash: hashGenesis({
      workspaceId,
      epoch,
      startingCapital: Micros.zero,
      previousHash: tip.lastHash,
    }),
    account: openAccount(Micros.zero, day, newestProposal, unknownFields),
  };
}

function withdrawPending(books: Books, operator: Operator, now: number): Doc[] {
  return [...books.openDocs(proposalKind)].map((doc) =>
    proposalToDoc({
      ...proposalFromDoc(doc),
      status: "denied",
      operator: operator.name,
      operatorVerified: operator.verified,
      decidedAt: now,
      failure: "The workspace was reset.",
    }),
  );
}
