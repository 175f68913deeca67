import { isTreasuryError, type Json } from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import { type KeyRecord, findRecord, newRecord, recordToDoc } from "./key-record.ts";
import { type KeyedRequest, recordKeyOf } from "./keyed-request.ts";

/**
 * The same command, done once for a key: its record becomes durable in the commit that makes the
 * change, so that there is no moment at which the one is there without the other. A repetition waits
 * for that commit and gets what `recall` reads. A refusal leaves no record, since nothing happened.
 *
 * @param request - Null for a request without a key, whose command is returned as it is.
 * @param recall - Reads the answer again, by what was kept of it.
 * @param keep - What the record keeps of the answer; nothing unless given.
 */
export function keyedCommand<Answer>(
  command: Command<Answer>,
  request: KeyedRequest | null,
  recall: (books: Books, kept: Json) => Answer,
  keep: (answer: Answer) => Json = () => null,
): Command<Answer> {
  if (request === null) return command;
  return {
    name: command.name,
    reads: command.reads,
    // A new key is the usual case, and needs no load. A used one is found by the commit, or by the load.
    creates: [...(command.creates ?? []), recordKeyOf(request)],
    reduce: (books, now) => {
      const known = findRecord(books, request, now);
      if (isTreasuryError(known)) return refused(known);
      if (known !== null) return { kind: "unchanged", answer: recall(books, keptOf(known)) };
      return recorded(command.reduce(books, now), request, keep, books, now);
    },
  };
}

function keptOf({ progress }: KeyRecord): Json {
  return progress.kind === "done" ? progress.outcome : null;
}

/** Also what changed nothing is recorded: the key was used for it. */
function recorded<Answer>(
  outcome: Outcome<Answer>,
  request: KeyedRequest,
  keep: (answer: Answer) => Json,
  books: Books,
  now: number,
): Outcome<Answer> {
  if (outcome.kind === "refused") return outcome;
  const changes = outcome.kind === "changed" ? outcome.changes : changesOn(books, {});
  const record = newRecord(request, { kind: "done", outcome: keep(outcome.answer) }, now);
  const doc = recordToDoc(request.recordId, record, changes.tip.epoch);
  return {
    kind: "changed",
    answer: outcome.answer,
    changes: { ...changes, put: [...changes.put, doc] },
  };
}
