import { TreasuryError } from "../errors.ts";
import type { Books } from "../ledger/books.ts";
import { type Command, changesOn, refused } from "../ledger/command.ts";
import type { Doc, Key } from "../ports/storage.ts";

/** One turn at a time in a workspace, whichever process runs it. */
const leaseKey: Key = { kind: "turn_lease", id: "current" };

/** Takes the workspace's turn until `lifetimeMs` from now, unless another turn has it. */
export function takeTurn(turnId: string, lifetimeMs: number): Command<null> {
  return {
    name: "take_turn",
    reads: [],
    decide: (books, now) => {
      const lease = books.doc(leaseKey);
      if (lease?.open === true && (lease.dueAt ?? 0) > now) {
        return refused(
          new TreasuryError(
            "turn_in_progress",
            `Another turn is under way in workspace ${books.workspaceId}.`,
            { headers: { "retry-after": "5" } },
          ),
        );
      }
      const put = [leaseDoc(books, turnId, now + lifetimeMs)];
      return { kind: "changed", answer: null, changes: changesOn(books, { put }) };
    },
  };
}

/** Gives the workspace's turn back, unless it ran out and another turn took it. */
export function endTurn(turnId: string): Command<null> {
  return {
    name: "end_turn",
    reads: [],
    decide: (books) => {
      const lease = books.doc(leaseKey);
      if (lease?.open !== true || lease.body !== turnId) return { kind: "unchanged", answer: null };
      const put = [leaseDoc(books, turnId, null)];
      return { kind: "changed", answer: null, changes: changesOn(books, { put }) };
    },
  };
}

function leaseDoc({ tip }: Books, turnId: string, dueAt: number | null): Doc {
  return {
    ...leaseKey,
    epoch: tip.epoch,
    ordinal: null,
    open: dueAt !== null,
    dueAt,
    expiresAt: null,
    body: turnId,
  };
}
