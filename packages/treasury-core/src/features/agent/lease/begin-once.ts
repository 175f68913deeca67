import type { ChatMessage } from "@agent-treasury/contract";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../../kernel/engine.ts";
import { keyedCommand, type KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import type { LedgerHead } from "../../../kernel/ledger/ledger-state.ts";
import type { Person } from "../../../kernel/ledger/person.ts";
import { type HistoryShare, withHistoryQuota } from "../history-quota.ts";
import { turnLogOf } from "../log/read-turn-log.ts";
import type { TurnRecord } from "../log/turn-record.ts";
import {
  type TurnLease,
  acquireTurn,
  beginTurn,
  neverStarted,
  releaseTurn,
} from "./turn-commands.ts";

const pauseMs = 25;

export interface BeginRequest {
  readonly workspaceId: string;
  readonly lease: TurnLease;
  readonly retentionMs: number;
  readonly startedBy: Person | null;
  readonly history: readonly ChatMessage[];
  readonly keyed: KeyedRequest | null;
}

export interface Begun {
  readonly turnId: string;
  /** Null if the turn has started already. */
  readonly lease: TurnLease | null;
  readonly epoch: number;
  readonly startedBy: Person | null;
  readonly history: readonly ChatMessage[];
  /** Of the commit that acquired it. */
  readonly head: LedgerHead;
}

/**
 * Acquires a new turn, or the turn of the same request if its process crashed before it persisted the message.
 *
 * @throws TreasuryError `turn_in_progress`.
 */
export async function beginOnce(
  engine: Engine,
  { workspaceId, lease, retentionMs, startedBy, history: given, keyed }: BeginRequest,
): Promise<Begun> {
  const { committer, clock } = engine;
  const origin = { startedBy, keyRecordId: keyed?.recordId ?? null };
  const begin = withHistoryQuota(beginTurn(lease, retentionMs, origin), given);
  const command = keyedCommand(begin, keyed, storedAnswer, (answer) => ({ ...answer }));
  let hasRetried = false;
  for (;;) {
    const { answer, ledger } = await committer.runInGroup(workspaceId, command);
    const { turnId, epoch, historyMessages } = answer;
    const { head } = ledger;
    const history = given.slice(given.length - historyMessages);
    if (turnId === lease.turnId) return { turnId, lease, epoch, startedBy, history, head };
    const [first] = await turnLogOf(engine).read({ workspaceId, turnId }, 0, 1);
    if (first !== undefined && fromStored<TurnRecord>(first.body).kind === "begun") {
      return { turnId, lease: null, epoch, startedBy, history, head };
    }
    const again = { ...lease, turnId };
    const { answer: found, ledger: taken } = await committer.runInGroup(
      workspaceId,
      acquireTurn(again),
    );
    if (found.kind === "acquired") {
      if (first === undefined) {
        const { before } = found;
        const { epoch: begunIn, startedBy: starter } = before;
        const begunBy = { epoch: begunIn, startedBy: starter };
        return { turnId, lease: again, ...begunBy, history, head: taken.head };
      }
      await committer.run(workspaceId, releaseTurn(again, neverStarted));
    } else if (found.kind === "running") {
      await clock.sleep(pauseMs);
    } else {
      // A recovery has just closed the turn and released its key, unless the turn's records were erased.
      if (hasRetried) return { turnId, lease: null, epoch, startedBy, history, head };
      hasRetried = true;
    }
  }
}

type StoredAnswer = HistoryShare & { readonly turnId: string; readonly epoch: number };

/** Records of earlier releases have no `historyMessages`. */
function storedAnswer(_books: unknown, stored: unknown): StoredAnswer {
  return { historyMessages: 0, ...(stored as Omit<StoredAnswer, keyof HistoryShare>) };
}
