import type { CopiedPart, Storage } from "@agent-treasury/provider";
import { type ChainReport, verifyCopy } from "@agent-treasury/treasury-core";
import { CommandError } from "../command-error.ts";
import { readExport } from "../export/read-export.ts";
import { openExistingDatabase } from "./existing-database.ts";
import { readKeptHeads } from "./kept-heads.ts";
import type { Output } from "./output.ts";
import { Progress } from "./progress.ts";
import { workspacesOf } from "./workspaces-of.ts";

/** What `verify` was asked for. */
export interface VerifyRequest {
  /** Null for all of them. */
  readonly workspaceId: string | null;
  readonly database: string | undefined;
  /** What `export` wrote, in place of a database; null for a database. */
  readonly exportFile: string | null;
  /** Files with heads that were kept earlier. */
  readonly headFiles: readonly string[];
  readonly json: boolean;
}

/** What came of one workspace, as `--json` prints it. */
interface Verdict {
  readonly workspaceId: string;
  readonly valid: boolean;
  readonly entriesChecked: number;
  readonly firstInvalidSequence: number | null;
  readonly problem: string | null;
  readonly headHash: string | null;
  readonly headSequence: number;
  /** How many heads that were kept earlier it was compared with. */
  readonly headsCompared: number;
}

interface Source {
  readonly workspaceId: string;
  readonly parts: AsyncIterable<CopiedPart>;
}

/** Verifies workspaces and prints what came of each. Returns the exit code. */
export async function verify(request: VerifyRequest, output: Output): Promise<0 | 1> {
  const kept = await readKeptHeads(request.headFiles);
  const progress = new Progress(output, "Read");
  const verdicts: Verdict[] = [];
  const tell = (verdict: Verdict): void => {
    verdicts.push(verdict);
    progress.end();
    if (!request.json) output.print(describe(verdict));
  };
  for await (const { workspaceId, parts } of sourcesOf(request)) {
    const heads = kept.get(workspaceId) ?? [];
    const report = await verifyCopy(workspaceId, progress.count(parts), heads);
    tell(verdictOf(workspaceId, report, heads.length));
  }
  progress.end();
  const seen = new Set(verdicts.map(({ workspaceId }) => workspaceId));
  for (const [workspaceId, heads] of kept) {
    const isAsked = request.workspaceId === null || request.workspaceId === workspaceId;
    if (!isAsked || seen.has(workspaceId)) continue;
    tell(verdictOf(workspaceId, await verifyCopy(workspaceId, nothing(), heads), heads.length));
  }
  if (request.workspaceId !== null && verdicts.length === 0) {
    throw new CommandError(`There is no workspace ${request.workspaceId} in it.`);
  }
  const valid = verdicts.every((verdict) => verdict.valid);
  if (request.json) {
    const verifiedAt = new Date().toISOString();
    output.print(JSON.stringify({ valid, verifiedAt, workspaces: verdicts }, null, 2));
  } else output.print(summarise(verdicts, request.headFiles.length > 0));
  return valid ? 0 : 1;
}

async function* sourcesOf(request: VerifyRequest): AsyncGenerator<Source> {
  if (request.exportFile !== null) {
    for await (const workspace of readExport(request.exportFile)) {
      const isAsked = request.workspaceId === null || request.workspaceId === workspace.workspaceId;
      if (isAsked) yield workspace;
    }
    return;
  }
  const storage = await openExistingDatabase(request.database);
  try {
    for await (const workspaceId of idsOf(storage, request)) {
      yield { workspaceId, parts: storage.copy(workspaceId) };
    }
  } finally {
    await storage.close();
  }
}

/** A workspace of which heads were kept may be gone: that is told as such. */
async function* idsOf(storage: Storage, request: VerifyRequest): AsyncGenerator<string> {
  if (request.headFiles.length === 0 || request.workspaceId === null) {
    yield* workspacesOf(storage, request.workspaceId);
    return;
  }
  const [snapshot] = await storage.load([{ workspaceId: request.workspaceId, keys: [] }]);
  if (snapshot?.head != null) yield request.workspaceId;
}

async function* nothing(): AsyncGenerator<CopiedPart> {}

function verdictOf(workspaceId: string, report: ChainReport, headsCompared: number): Verdict {
  const { entriesChecked, firstInvalidSequence: first, problem, headHash, headSequence } = report;
  return {
    workspaceId,
    valid: problem === null,
    entriesChecked,
    firstInvalidSequence: first === null ? null : Number(first),
    problem,
    headHash,
    headSequence: Number(headSequence),
    headsCompared,
  };
}

function describe(verdict: Verdict): string {
  const { workspaceId, valid, entriesChecked, headHash, headSequence, headsCompared } = verdict;
  if (valid) {
    const compared = headsCompared === 0 ? "" : `, past ${headsCompared} kept`;
    const head = `head ${headSequence} ${headHash}`;
    return `${workspaceId}  valid  ${counted(entriesChecked, "entry", "entries")}, ${head}${compared}`;
  }
  const { firstInvalidSequence: first, problem } = verdict;
  const where = first === null ? "no single entry" : `first at entry ${first}`;
  return `${workspaceId}  INVALID  ${where}: ${problem} (valid before it: ${counted(entriesChecked, "entry", "entries")})`;
}

function summarise(verdicts: readonly Verdict[], wasCompared: boolean): string {
  if (verdicts.length === 0) return "There are no workspaces in it.";
  const invalid = verdicts.filter(({ valid }) => !valid).length;
  const workspaces = counted(verdicts.length, "workspace", "workspaces");
  const verdict = invalid === 0 ? "all valid" : `${invalid} INVALID`;
  const advice = wasCompared
    ? "Compared with the heads that were kept."
    : "Whoever owns the database could rewrite the whole chain: keep the heads elsewhere, and give them with --heads the next time.";
  return `\n${workspaces}, ${verdict}. ${advice}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
