import { describe, expect, it } from "vitest";
import { brokenTurnLogs } from "./broken-turn-logs.fixture.ts";
import { turnLogConformance } from "./turn-log-conformance.ts";
import type { TurnLogSubject } from "./turn-log/turn-log-suite.ts";

/** What is wrong with each broken log, and the test that is there to find it. */
const foundBy: Readonly<Record<string, string>> = {
  "never compares the place": "answers conflict before the newest record, and writes nothing",
  "compares the place, then writes": "lands exactly one of fifty appends in one place, whole",
  "leaves gaps": "answers conflict beyond the newest record, and leaves no gap",
  "writes the records whose places are free":
    "lands a short append or a long one, never parts of both",
  "writes record by record": "shows those who read beside an append all of it or nothing",
  "counts what it wrote elsewhere as appended":
    "has what it said appended and nothing else, though four write on at once",
  "shares turns between workspaces":
    "keeps turns apart, and those of other workspaces under the same id",
  "knows no append that is sent again":
    "answers appended to an append that landed, and writes it once",
  "knows a resend only while nothing followed":
    "answers appended also after later records, whoever wrote them",
  "takes another writer's records for the same":
    "answers conflict to another writer that says the same",
  "takes whatever a writer says in a place for the same":
    "answers conflict to a writer that says something else in that place",
  "remembers its refusals": "judges an append anew that was refused before",
  "takes any number of records": "refuses an append that contradicts itself, and writes nothing",
  "reads newest first": "reads on from any record, oldest first, no more than it is allowed",
  "repeats the record that it reads on from":
    "reads on from any record, oldest first, no more than it is allowed",
  "reads all there is": "reads on from any record, oldest first, no more than it is allowed",
  "makes well-formed what is so already": "keeps text of every script in bodies and names",
  "keeps what is not in it yet": "does not keep what a caller does to a body afterwards",
  "erases every workspace":
    "erases every turn of the workspace, and says how many records that was",
  "erases turns of any age": "erases only turns whose newest record is older than it is told",
  "erases some of it": "erases more records than one statement had better remove",
  "lets an erased turn go on": "tells whoever runs an erased turn that it has lost it",
  "sweeps a millisecond early":
    "removes what is past its time, and not what expires at this moment",
  "sweeps records rather than turns": "keeps a turn whole while its newest record has time",
  "sweeps beyond its limit": "removes no more than it is allowed, a turn's oldest records first",
  "sweeps one workspace": "sweeps turns of every workspace",
  "answers after it was closed":
    "rejects with a storage error whatever is asked once it was closed",
};

/** Runs the suite on its own, and names the tests that failed. */
async function failuresOf(subject: TurnLogSubject): Promise<string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  const framework = {
    describe: (_name: string, body: () => void): void => body(),
    it: (name: string, body: () => Promise<void>): unknown => tests.push({ name, body }),
    expect,
  };
  turnLogConformance(framework, subject);
  const failures: string[] = [];
  for (const { name, body } of tests) {
    await body().catch(() => failures.push(name));
  }
  return failures;
}

describe("the turn log suite fails a log that", () => {
  it.each(brokenTurnLogs.map((subject) => [subject.name, subject] as const))(
    "%s",
    async (name, subject) => {
      expect(await failuresOf(subject)).toContain(foundBy[name]);
    },
  );
});
