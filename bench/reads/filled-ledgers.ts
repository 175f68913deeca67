import { rmSync } from "node:fs";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { type SqliteStorage, sqliteStorage } from "@agent-treasury/storage-sqlite";
import { committerOn } from "../ledger/treasury-engine.ts";
import { fillLedger } from "./fill-ledger.ts";

/** The workspace of a filled ledger. */
export const filledWorkspace = "long-lived";

/** SQLite files by the number of their entries, which later benches of the run copy. */
const kept = new Map<number, string>();
let directory: string | undefined;

/** Fills a SQLite file with a ledger, and another storage with the same one. */
export async function filledLedger(
  path: string,
  entries: number,
  progress: (text: string) => void,
  beside?: Storage,
): Promise<SqliteStorage> {
  const known = kept.get(entries);
  if (known !== undefined && beside === undefined) {
    await copyFile(known, path);
    progress(`copied ${entries.toLocaleString("en-US")} entries`);
    return sqliteStorage({ path });
  }
  const storage = sqliteStorage({ path });
  const { followed, caughtUp } = follow(storage, beside);
  const committer = committerOn(followed);
  await fillLedger(committer, filledWorkspace, entries, (done) =>
    progress(`${done.toLocaleString("en-US")} entries`),
  );
  await caughtUp();
  await committer.close();
  if (known === undefined) await keep(storage, entries);
  return storage;
}

/** Sends each commit to another storage too, which writes it while the next one is computed. */
function follow(
  storage: Storage,
  beside: Storage | undefined,
): { readonly followed: Storage; caughtUp(): Promise<void> } {
  let last = Promise.resolve();
  const commit: Storage["commit"] = async (commits) => {
    const outcomes = await storage.commit(commits);
    await last;
    last = expectCommitted(beside?.commit(commits) ?? Promise.resolve(outcomes));
    // Reported by the next commit.
    last.catch(() => {});
    return outcomes;
  };
  return { followed: { ...forwardedStorage(storage), commit }, caughtUp: () => last };
}

async function expectCommitted(commits: ReturnType<Storage["commit"]>): Promise<void> {
  for (const { kind } of await commits) {
    if (kind !== "committed") throw new Error(`A commit of the fill was ${kind}.`);
  }
}

async function keep(storage: SqliteStorage, entries: number): Promise<void> {
  if (directory === undefined) {
    directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
    process.once("exit", removeKeptLedgers);
  }
  const path = join(directory, `${entries}.db`);
  await storage.backup(path);
  kept.set(entries, path);
}

/** Also runs at the end of the process, but the test runner ends its processes without that. */
export function removeKeptLedgers(): void {
  process.off("exit", removeKeptLedgers);
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  directory = undefined;
  kept.clear();
}
