import type { ChatMessage } from "@agent-treasury/contract";
import { keyedCommand, type KeyedRequest } from "../../idempotency/keyed-request.ts";
import type { Engine } from "../../treasury/engine.ts";
import type { JournalRecord } from "../journal/journal-record.ts";
import { turnLogOf } from "../journal/read-journal.ts";
import { type HistoryShare, countHistory } from "./count-history.ts";
import { type TurnLease, beginTurn, goneForGood, leaveTurn, takeUpTurn } from "./turn-commands.ts";

const pauseMs = 25;

/** What a turn that is to begin needs. */
export interface Beginning {
  readonly workspaceId: string;
  readonly lease: TurnLease;
  readonly retentionMs: number;
  readonly history: readonly ChatMessage[];
  readonly keyed: KeyedRequest | null;
}

/** A turn that was found or taken; whoever has its lease is to begin it, null where that was done. */
export interface Begun {
  readonly turnId: string;
  readonly lease: TurnLease | null;
  /** The epoch in which the turn began. */
  readonly epoch: number;
  /** The part of the given history that the turn persists. */
  readonly history: readonly ChatMessage[];
}

/**
 * Takes a new turn, or finds the one that the same request began before. Where whoever began that was
 * gone before its directive was kept, it is the caller's to begin.
 *
 * @throws TreasuryError `turn_in_progress`.
 */
export async function beginOnce(
  engine: Engine,
  { workspaceId, lease, retentionMs, history: given, keyed }: Beginning,
): Promise<Begun> {
  const { committer, clock } = engine;
  const begin = countHistory(beginTurn(lease, retentionMs, keyed?.recordId ?? null), given);
  const command = keyedCommand(begin, keyed, recallTurn, (answer) => ({ ...answer }));
  let lookedAgain = false;
  for (;;) {
    const { turnId, epoch, historyMessages } = await committer.run(workspaceId, command);
    const history = given.slice(given.length - historyMessages);
    if (turnId === lease.turnId) return { turnId, lease, epoch, history };
    const [first] = await turnLogOf(engine).read({ workspaceId, turnId }, 0, 1);
    if (first !== undefined && isDirective(first.body))
      return { turnId, lease: null, epoch, history };
    const again = { ...lease, turnId };
    const takeUp = await committer.run(workspaceId, takeUpTurn(again));
    if (takeUp.kind === "taken") {
      if (first === undefined) return { turnId, lease: again, epoch: takeUp.before.epoch, history };
      await committer.run(workspaceId, leaveTurn(again, goneForGood));
    } else if (takeUp.kind === "running") {
      await clock.sleep(pauseMs);
    } else {
      // Given up just now, and then its key is free; otherwise its records were erased.
      if (lookedAgain) return { turnId, lease: null, epoch, history };
      lookedAgain = true;
    }
  }
}

function isDirective(body: unknown): boolean {
  return (body as JournalRecord).kind === "begun";
}

type KeptAnswer = HistoryShare & { readonly turnId: string; readonly epoch: number };

/** Records of earlier releases do not count the history. */
function recallTurn(_books: unknown, kept: unknown): KeptAnswer {
  return { historyMessages: 0, ...(kept as Omit<KeptAnswer, keyof HistoryShare>) };
}
