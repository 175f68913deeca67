import { describe, expect, it } from "vitest";
import { brokenStorages } from "./broken-storages.fixture.ts";
import { storageConformance } from "./storage-conformance.ts";
import type { StorageSubject } from "./storage/storage-suite.ts";

/** The test that must detect each broken storage. */
const foundBy: Readonly<Record<string, string>> = {
  "never compares the version": "rejects a commit on another version",
  "compares the version before the write, without a lock":
    "accepts exactly one of two hundred commits on one version",
  "reports every comparison as valid": "only compares if there is no next head",
  "writes in read-only commits": "only compares if there is no next head",
  "writes the documents of a rejected commit": "writes nothing of a commit that conflicts",
  "writes documents after the head":
    "shows a commit to concurrent readers completely or not at all",
  "does not check claims": "rejects claimed keys, and returns all of them",
  "checks claims within an epoch only": "checks a claim against every epoch",
  "never expires claims": "holds a claim until it expires, and no longer",
  "mixes the keys of claims and documents": "separates claims and documents with the same key",
  "overwrites documents to create": "rejects creating an existing document, open or closed",
  "overwrites closed documents to create": "rejects creating an existing document, open or closed",
  "checks new documents only within an epoch": "rejects creating a document of an earlier epoch",
  "runs exclusive commits without a lock": "has no conflicts with concurrent commits",
  "decides again after a conflict, on the previous snapshot": "decides on the latest state",
  "commits when a decision fails": "writes nothing if the decision is null or throws",
  "does not check exclusive commits": "checks its result like any other commit",
  "does not recognise a repeated commit":
    "returns committed for a commit that succeeded, and writes it once",
  "treats every commit as repeated": "returns conflict for another commit on the same version",
  "recognises a repeated commit only while it is the newest":
    "returns committed also after later commits, and does not revert them",
  "rejects a whole call because of one commit":
    "commits all others if one of a hundred is rejected",
  "writes a workspace twice in a call":
    "rejects a call that contains a workspace twice, without writing",
  "loses digits beyond 2^53": "stores integers beyond 2^53, and the largest totals, exactly",
  "finds open documents only": "finds documents by their keys, open or closed, of any epoch",
  "loads in a different order": "loads workspaces in the requested order, including unknown ones",
  "shares documents between workspaces with similar names":
    "separates workspaces with the same keys",
  "lists open documents only": "lists the documents of one kind, open and closed, newest first",
  "repeats the last document on the next page":
    "pages through documents without gaps or repetitions",
  "pages through one epoch only": "pages through documents without gaps or repetitions",
  "lists all entries newest first": "lists entries from the newest down and from the oldest up",
  "does not list documents that are due now": "lists due documents by time, workspace, kind and id",
  "skips documents due at the moment of the page's end":
    "lists due documents by time, workspace, kind and id",
  "lists due documents of all kinds": "lists due documents of the given kinds only",
  "lists due documents of the first kind only": "lists due documents of the given kinds only",
  "removes documents of other kinds from a page of all":
    "finds a due document behind thousands of another kind",
  "lists one kind after the other": "lists due documents by time, workspace, kind and id",
  "starts each kind after the id of the page's end":
    "pages through documents of several kinds that are due at one moment",
  "lists workspaces in dictionary order":
    "lists workspaces by code units, capitals before small letters",
  "lists workspaces with closed documents":
    "lists workspaces with open documents of the given kinds only",
  "lists workspaces with open documents of the first kind only":
    "lists workspaces with open documents of the given kinds only",
  "lists a workspace for each of its open documents":
    "pages through workspaces with open documents",
  "lists workspaces of one kind after the other": "pages through workspaces with open documents",
  "purges more than its limit": "removes at most the limit, and returns the number",
  "purges a millisecond too early": "removes expired closed documents, and no open or other ones",
  "forgets ids after an hour":
    "recognises a commit for a day, and never writes it again afterwards",
  "copies each page at a different moment": "is of one moment, regardless of concurrent commits",
  "copies listed documents only":
    "returns the head, then every document by kind and id, then every entry",
  "rewrites an entry with any hash": "skips an entry with another hash, and creates none",
  "changes the version when it rewrites": "changes only the body of the given entry",
  "responds after it was closed": "rejects all calls with a storage error afterwards",
};

/** Runs one test of the suite, and returns whether it fails. */
async function fails(subject: StorageSubject, test: string | undefined): Promise<boolean> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  const framework = {
    describe: (_name: string, body: () => void): void => body(),
    it: (name: string, body: () => Promise<void>): unknown => tests.push({ name, body }),
    expect,
  };
  storageConformance(framework, subject);
  const [found] = tests.filter(({ name }) => name === test);
  if (found === undefined) throw new Error(`The suite has no test "${test}".`);
  return found.body().then(
    () => false,
    () => true,
  );
}

describe("the storage suite rejects a storage that", () => {
  it.each(Object.entries(brokenStorages))("%s", async (name, open) => {
    expect(await fails({ name, open }, foundBy[name])).toBe(true);
  });
});
