import { describe, expect, it } from "vitest";
import { brokenTurnLogs } from "./broken-turn-logs.fixture.ts";
import { turnLogConformance } from "./turn-log-conformance.ts";
import type { TurnLogSubject } from "./turn-log/turn-log-suite.ts";

/** The test that must detect each broken log. */
const foundBy: Readonly<Record<string, string>> = {
  "never compares the place": "returns conflict before the newest record, without writing",
  "compares the place before the write, without a lock":
    "accepts exactly one of fifty appends in one place, completely",
  "leaves gaps": "returns conflict beyond the newest record, without a gap",
  "writes the records whose places are free":
    "accepts a short append or a long one, never parts of both",
  "writes records one by one": "shows an append to concurrent readers completely or not at all",
  "reports records written at another place as appended":
    "contains exactly the confirmed appends of four concurrent writers",
  "shares turns between workspaces": "separates turns, also with the same id in other workspaces",
  "does not recognise a repeated append":
    "returns appended for an append that succeeded, and writes it once",
  "recognises a repeated append only before later ones":
    "returns appended also after later records of any writer",
  "treats another writer's records as its own":
    "returns conflict to another writer with the same bodies",
  "treats any records of a writer in a place as the same":
    "returns conflict to a writer with other bodies in that place",
  "remembers rejected appends": "evaluates an append again that was rejected before",
  "accepts any number of records": "rejects an append that contradicts itself, without writing",
  "reads newest first": "reads from any record on, oldest first, at most the limit",
  "repeats the record after which it reads":
    "reads from any record on, oldest first, at most the limit",
  "ignores the limit of a read": "reads from any record on, oldest first, at most the limit",
  "normalizes well-formed text": "stores text of every script in bodies and names",
  "does not copy bodies": "ignores later changes to a body by its caller",
  "erases every workspace": "erases every turn of the workspace, and returns the number of records",
  "erases turns of any age": "erases only turns whose newest record is older than the given time",
  "erases a part only": "erases more records than one statement should remove",
  "lets an erased turn continue": "returns conflict to the runner of an erased turn",
  "purges a millisecond too early": "removes expired turns, and none that expire at this moment",
  "purges records instead of turns": "keeps a whole turn until its newest record expires",
  "purges more than its limit": "removes at most the limit, a turn's oldest records first",
  "purges one workspace only": "removes expired turns of every workspace",
  "responds after it was closed": "rejects all calls with a storage error after it was closed",
};

/** Runs one test of the suite, and returns whether it fails. */
async function fails(subject: TurnLogSubject, test: string | undefined): Promise<boolean> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  const framework = {
    describe: (_name: string, body: () => void): void => body(),
    it: (name: string, body: () => Promise<void>): unknown => tests.push({ name, body }),
    expect,
  };
  turnLogConformance(framework, subject);
  const [found] = tests.filter(({ name }) => name === test);
  if (found === undefined) throw new Error(`The suite has no test "${test}".`);
  return found.body().then(
    () => false,
    () => true,
  );
}

describe("the turn log suite rejects a log that", () => {
  it.each(brokenTurnLogs.map((subject) => [subject.name, subject] as const))(
    "%s",
    async (name, subject) => {
      expect(await fails(subject, foundBy[name])).toBe(true);
    },
  );
});
