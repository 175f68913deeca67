import { type Storage, type Verification, createTreasury } from "@agent-treasury/treasury-core";
import { CommandError } from "./command-error.ts";
import { openExistingDatabase } from "./existing-database.ts";
import type { Output } from "./output.ts";
import { watchEntries } from "./watch-entries.ts";

/** What `verify` was asked for. */
export interface VerifyRequest {
  /** Undefined for all of them. */
  readonly workspaceId: string | undefined;
  readonly database: string | undefined;
  readonly json: boolean;
}

const pageSize = 500;
const progressEvery = 5_000;

/** Verifies workspaces and prints what came of each. Returns the exit code. */
export async function verify(request: VerifyRequest, output: Output): Promise<0 | 1> {
  const storage = await openExistingDatabase(request.database);
  const found: Verification[] = [];
  const watched = watchEntries(
    storage,
    countProgress(output, () => found.length),
  );
  // Verifying asks nothing of what else a treasury is made of.
  const treasury = createTreasury({ baseUrl: "http://localhost", storage: watched });
  try {
    for await (const workspaceId of workspacesOf(storage, request.workspaceId)) {
      const verification = await treasury.verify(workspaceId);
      found.push(verification);
      output.progress("");
      if (!request.json) output.print(describe(verification));
    }
  } finally {
    output.progress("");
    await treasury.close();
  }
  const valid = found.every((verification) => verification.valid);
  if (request.json) output.print(JSON.stringify({ valid, workspaces: found }, null, 2));
  else output.print(summarise(found));
  return valid ? 0 : 1;
}

async function* workspacesOf(storage: Storage, one: string | undefined): AsyncGenerator<string> {
  if (one !== undefined) {
    const [snapshot] = await storage.load([{ workspaceId: one, keys: [] }]);
    if (snapshot?.head == null) throw new CommandError(`There is no workspace ${one} in it.`);
    yield one;
    return;
  }
  let after: string | null = null;
  for (;;) {
    const page: readonly string[] = await storage.workspaces(after, pageSize);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return;
  }
}

function countProgress(output: Output, workspaces: () => number): (entries: number) => void {
  let read = 0;
  let told = 0;
  return (entries) => {
    read += entries;
    if (read - told < progressEvery) return;
    told = read;
    output.progress(`Read ${read} entries; ${workspaces()} workspaces are done.`);
  };
}

function describe(verification: Verification): string {
  const { workspaceId, valid, entriesChecked, headHash, headSequence, problem } = verification;
  if (valid) {
    return `${workspaceId}  valid  ${entriesChecked} entries, head ${headSequence} ${headHash}`;
  }
  const { firstInvalidSequence: first } = verification;
  const where = first === null ? "no single entry" : `first at entry ${first}`;
  return `${workspaceId}  INVALID  ${where}: ${problem} (${entriesChecked} entries before it hold)`;
}

function summarise(found: readonly Verification[]): string {
  const [first] = found;
  if (first === undefined) return "There are no workspaces in it.";
  const invalid = found.filter(({ valid }) => !valid).length;
  const counted = `${found.length} ${found.length === 1 ? "workspace" : "workspaces"}`;
  const verdict = invalid === 0 ? "all valid" : `${invalid} INVALID`;
  return `\n${counted}, ${verdict}. ${first.notice}`;
}
