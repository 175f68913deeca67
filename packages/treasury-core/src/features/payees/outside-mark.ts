import type { Account } from "../../kernel/ledger/account.ts";
import { hashOf } from "../../kernel/ledger/hash.ts";
import { HeadSlice } from "../../kernel/ledger/head-slice.ts";
import type { LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import type { Person } from "../../kernel/ledger/person.ts";

/** How long after the last turn that read outside content. */
const markedForMs = 86_400_000;
const maximumPersons = 50;
const hashCharacters = 16;
/** Where more persons are marked than fit, all are. */
const everyone = "*";

/** Times of the newest such turn, by the hash of its person. */
type Marks = Readonly<Record<string, number>>;

const noMarks: Marks = {};

/** Version 0.2 carries it as an unknown field. */
const outsideMarks: HeadSlice<Marks> = new HeadSlice({
  name: "outsideContent",
  none: noMarks,
  toJson: (marks) => marks,
  fromJson: (json) => json as Marks,
});

/** Whether the person's agent read outside content in the last 24 hours. */
export function isMarked(account: Account, person: Person | null, now: number): boolean {
  const marks = outsideMarks.of(account);
  // Most workspaces, so that their spends compute no hash of the person.
  if (marks === noMarks) return false;
  const times = [marks[hashOfPerson(person)], marks[everyone]];
  return times.some((at) => at !== undefined && now < at + markedForMs);
}

/** Marks the person of a turn that read outside content. */
export function withMark(head: LedgerHead, person: Person | null, now: number): LedgerHead {
  const marks = Object.entries({ ...outsideMarks.of(head.account), [hashOfPerson(person)]: now });
  const present = marks.filter(([, at]) => now < at + markedForMs);
  const kept = present.length > maximumPersons ? [[everyone, now] as const] : present;
  return outsideMarks.with(head, Object.fromEntries(kept));
}

/** Persons without an id share one mark. */
function hashOfPerson(person: Person | null): string {
  return person === null ? "-" : hashOf(person.id).slice(0, hashCharacters);
}
