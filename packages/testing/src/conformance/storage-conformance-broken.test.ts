import { describe, expect, it } from "vitest";
import { brokenStorages } from "./broken-storages.fixture.ts";
import { storageConformance } from "./storage-conformance.ts";
import type { StorageSubject } from "./storage/storage-suite.ts";

/** What is wrong with each broken storage, and the test that is there to find it. */
const foundBy: Readonly<Record<string, string>> = {
  "never compares the version": "refuses a version that the workspace is not at",
  "compares the version, then writes": "lands exactly one of two hundred commits on one version",
  "says that every comparison holds": "only compares when there is no next head",
  "lets a comparison write": "only compares when there is no next head",
  "writes the documents of a refused commit": "writes nothing of a commit that conflicts",
  "writes documents after the head":
    "shows a commit to those who read beside it whole or not at all",
  "tests no claims": "refuses a claimed key, and names every key that was claimed",
  "tests claims within an epoch": "tests a claim against every epoch",
  "keeps claims for good": "holds a claim until it expires, and not beyond",
  "keeps claims and documents in one space":
    "keeps claims and documents apart, though they may have the same key",
  "puts what it is to create": "refuses to create a document that is there, open or closed",
  "puts what it is to create, when it is closed":
    "refuses to create a document that is there, open or closed",
  "creates within an epoch": "refuses to create a document of an earlier epoch",
  "decides alone without a lock": "refuses nobody who decides alone, beside those who compare",
  "decides alone again after a conflict, on the snapshot of before":
    "decides on the newest of everything",
  "commits what a failed decision left":
    "writes nothing when nothing is decided, or the decision fails",
  "decides alone without testing": "tests what is decided as any other commit",
  "knows no resent commit": "answers committed to a commit that landed, and writes it once",
  "takes every commit for a resent one": "answers conflict to another commit on the same version",
  "knows a resent commit only while it is the newest":
    "answers committed also after later commits, and does not undo them",
  "rejects a whole call for one commit":
    "commits every other one when one of a hundred is rejected",
  "writes a workspace twice in a call":
    "refuses a call that names a workspace twice, and writes nothing of it",
  "loses digits beyond 2^53":
    "keeps integers beyond 2^53, and the largest totals, to the last digit",
  "finds open documents only": "finds documents by their keys, open or closed, of any epoch",
  "loads in an order of its own":
    "loads workspaces in the order they are asked for, unknown ones too",
  "shares documents between workspaces of like names":
    "keeps workspaces apart in everything, though their keys are the same",
  "lists only open documents": "lists the documents of one kind, open and closed, newest first",
  "repeats the last document on the next page": "pages through documents without a gap or a repeat",
  "pages through one epoch": "pages through documents without a gap or a repeat",
  "lists every entry newest first": "walks entries down from the newest and up from the oldest",
  "takes what is due now for not due yet": "lists what is due by time, workspace, kind and id",
  "passes over what is due at the moment that a page ended at":
    "lists what is due by time, workspace, kind and id",
  "lists workspaces as a dictionary does":
    "lists workspaces by code units: capitals before small letters",
  "sweeps beyond its limit": "removes no more than it is allowed, and says how much that was",
  "sweeps a millisecond early":
    "removes closed documents past their time; open ones and others stay",
  "forgets ids after an hour":
    "recognises a commit for a day, and never writes it again after that",
  "copies page by page, each of its own moment":
    "is of one moment, whatever is committed while it is read",
  "copies listed documents only":
    "gives the head, then every document by kind and id, then every entry",
  "rewrites an entry whatever its hash is":
    "leaves an entry alone whose hash is another one, and makes none",
  "moves the version when it rewrites":
    "changes the body of the entry that is named, and nothing else",
  "answers after it was closed": "rejects with a storage error whatever is asked after that",
};

/** Runs the suite on its own, and names the tests that failed. */
async function failuresOf(subject: StorageSubject): Promise<string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  const framework = {
    describe: (_name: string, body: () => void): void => body(),
    it: (name: string, body: () => Promise<void>): unknown => tests.push({ name, body }),
    expect,
  };
  storageConformance(framework, subject);
  const failures: string[] = [];
  for (const { name, body } of tests) {
    await body().catch(() => failures.push(name));
  }
  return failures;
}

describe("the storage suite fails a storage that", () => {
  it.each(Object.entries(brokenStorages))("%s", async (name, open) => {
    expect(await failuresOf({ name, open })).toContain(foundBy[name]);
  });
});
