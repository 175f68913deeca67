import type { ChatMessage } from "@agent-treasury/contract";
import type { Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../../kernel/engine.ts";
import { keyedCommand, type KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import type { Command } from "../../../kernel/ledger/command.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import type { LedgerHead, LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import type { Person } from "../../../kernel/ledger/person.ts";
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
        const begunBy = { epoch: before.epoch, startedBy: before.startedBy };
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

export const maximumHistoryCharacters = 65_536;
const maximumDailyCharacters = 4_194_304;
const historyKey: Key = { kind: "turn_history", id: "today" };
/** By then the day has ended in every time zone. */
const keptMs = 3 * 86_400_000;

/** The number of messages that the turn persists, counted from the newest. */
interface HistoryShare {
  readonly historyMessages: number;
}

/** Counts the turn's history in the commit of `command`. The turn persists the newest whole messages that fit. */
function withHistoryQuota<Answer extends object>(
  command: Command<Answer>,
  history: readonly ChatMessage[],
): Command<Answer & HistoryShare> {
  const reads = history.length === 0 ? command.reads : [...(command.reads ?? []), historyKey];
  return {
    name: command.name,
    reads,
    reduce: (ledger, now) => {
      const outcome = command.reduce(ledger, now);
      const { day } = ledger.head.account;
      const counted = history.length === 0 ? 0 : charactersOn(ledger, day);
      const left = Math.max(maximumDailyCharacters - counted, 0);
      const lengths = newestThatFit(history, Math.min(left, maximumHistoryCharacters));
      const answer = { ...outcome.answer, historyMessages: lengths.length };
      if (outcome.kind === "unchanged" || lengths.length === 0) return { ...outcome, answer };
      const { epoch } = outcome.changes.head;
      const characters = lengths.reduce((sum, length) => sum + length, counted);
      const doc = { ...keptDoc(historyKey, epoch, { day, characters }), expiresAt: now + keptMs };
      const changes = { ...outcome.changes, put: [...outcome.changes.put, doc] };
      return { kind: "changed", answer, changes };
    },
  };
}

function charactersOn(ledger: LedgerState, day: string): number {
  const { body } = ledger.doc(historyKey) ?? {};
  const known = fromStored<{ day: string; characters: number } | undefined>(body);
  return known?.day === day ? known.characters : 0;
}

function newestThatFit(history: readonly ChatMessage[], maximumCharacters: number): number[] {
  const lengths: number[] = [];
  let left = maximumCharacters;
  for (const { content } of history.toReversed()) {
    if (left <= 0 || content.length > left) break;
    left -= content.length;
    lengths.push(content.length);
  }
  return lengths;
}
