import { TreasuryError } from "../../errors.ts";
import { openAccount } from "../../ledger/account.ts";
import type { Books, Tip } from "../../ledger/books.ts";
import { hashGenesis } from "../../ledger/chain.ts";
import { type Command, type Outcome, changesOn, refused } from "../../ledger/command.ts";
import { epochToDoc } from "../../ledger/epoch.ts";
import type { Operator } from "../../ledger/operator.ts";
import { zero } from "../../money/micros.ts";
import type { Doc } from "../../ports/storage.ts";
import { timestamp } from "../../ports/timestamp.ts";
import { proposalFromDoc, proposalToDoc } from "../proposals/proposal-record.ts";
import { proposalKind } from "../proposals/proposal.ts";

/** Opens the next epoch: an empty ledger, no proposals, the deployment's limits. Nothing is erased. */
export function resetWorkspace(operator: Operator): Command<null> {
  return {
    name: "reset_workspace",
    reads: [],
    decide: (books, now) => reset(books, operator, now),
  };
}

function reset(books: Books, operator: Operator, now: number): Outcome<null> {
  const { tip } = books;
  if (tip.account.held > 0n) {
    return refused(new TreasuryError("funds_held", "Money is held for spends that are under way."));
  }
  if (tip.account.payment?.mode === "live" && !operator.verified) {
    return refused(
      new TreasuryError(
        "forbidden",
        "Resetting a workspace with live money takes a signed-in operator.",
      ),
    );
  }
  const next = nextEpoch(books);
  const record = epochToDoc(
    {
      epoch: next.epoch,
      startingCapital: zero,
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
  const { day, newestProposal } = tip.account;
  return {
    epoch,
    sequence: tip.sequence,
    lastHash: hashGenesis({
      workspaceId,
      epoch,
      startingCapital: zero,
      previousHash: tip.lastHash,
    }),
    account: openAccount(zero, day, newestProposal),
  };
}

/** What waited cannot be approved any more; its record stays with its epoch. */
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
