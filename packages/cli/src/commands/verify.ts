import { open, readFile } from "node:fs/promises";
import type { CopiedPart, VerifyStoredAssertion } from "@agent-treasury/provider";
import type { Environment } from "@agent-treasury/server";
import { optionalPackage } from "@agent-treasury/server/parts";
import {
  type ChainReport,
  type KeptHead,
  PasskeyWalk,
  type StatedTree,
  statedTree,
  TreeWalk,
  verifyCopy,
} from "@agent-treasury/treasury-core/verify";
import { type Command, Option } from "commander";
import * as z from "zod";
import { CommandError } from "../command-error.ts";
import { exportFormat } from "../export/export-lines.ts";
import { parseJson, readExport } from "../export/read-export.ts";
import { type Given, type Run, databaseOption, several } from "./command.ts";
import { hasWorkspace, openExistingDatabase, workspacesOf } from "./database.ts";
import { Progress } from "./output.ts";
import { readText } from "./rule-file.ts";

interface VerifyOptions {
  readonly export?: string;
  readonly heads?: readonly string[];
  readonly against?: readonly string[];
}

export function addVerify(program: Command, run: Run): void {
  program
    .command("verify [workspace]")
    .summary("verify a database or an export")
    .description(
      `Recomputes the hash chain and all balances and totals of one workspace, or of all, and verifies
every signature with a passkey. Detects every edit of an entry. If the owner of the database rewrites the whole chain,
this is detected only with heads that were saved outside the owner's reach.
Exits with 1 if verification fails, and prints the first invalid entry.`,
    )
    .addOption(databaseOption())
    .addOption(
      new Option("--export <file>", "verify an export instead of a database").conflicts("database"),
    )
    .option(
      "--heads <file>",
      "compare with saved heads: the output of verify --json or of export (repeatable)",
      several,
    )
    .option(
      "--against <file>",
      "compare with a checkpoint that was stored elsewhere (repeatable)",
      several,
    )
    .action(run(verify));
}

interface Verdict {
  readonly workspaceId: string;
  readonly valid: boolean;
  readonly entriesChecked: number;
  readonly firstInvalidSequence: number | null;
  readonly problem: string | null;
  readonly headHash: string | null;
  readonly headSequence: number;
  readonly headsCompared: number;
}

interface Source {
  readonly workspaceId: string;
  readonly parts: AsyncIterable<CopiedPart>;
}

async function verify({ argument, options, env, output }: Given<VerifyOptions>): Promise<0 | 1> {
  const kept = await readKeptHeads(options.heads ?? []);
  const held = await readCheckpoints(options.against ?? [], argument);
  const progress = new Progress(output, "Read");
  const verdicts: Verdict[] = [];
  const verifyParts = async (workspaceId: string, parts: AsyncIterable<CopiedPart>) => {
    const heads = kept.get(workspaceId) ?? [];
    const checkpoints = held.filter((stated) => workspaceIn(stated) === workspaceId);
    const walks = [new PasskeyWalk(workspaceId, verifySignature), new TreeWalk(checkpoints)];
    const report = await verifyCopy(workspaceId, parts, heads, walks);
    const verdict = verdictOf(workspaceId, report, heads);
    verdicts.push(verdict);
    progress.end();
    if (!options.json) output.print(describe(verdict));
  };
  const sources =
    options.export === undefined
      ? databaseSources(env, argument, kept.size + held.length > 0)
      : exportSources(options.export, argument);
  for await (const { workspaceId, parts } of sources) {
    await verifyParts(workspaceId, progress.count(parts));
  }
  progress.end();
  // The database may lack a workspace with a saved head.
  const seen = new Set(verdicts.map(({ workspaceId }) => workspaceId));
  const ofCheckpoints = held.map(workspaceIn);
  for (const workspaceId of new Set([...kept.keys(), ...ofCheckpoints])) {
    const isWanted = argument === undefined || argument === workspaceId;
    if (isWanted && !seen.has(workspaceId)) await verifyParts(workspaceId, nothing());
  }
  if (argument !== undefined && verdicts.length === 0) {
    throw new CommandError(`The workspace ${argument} does not exist.`);
  }
  const valid = verdicts.every((verdict) => verdict.valid);
  if (options.json) {
    const verifiedAt = new Date().toISOString();
    output.print({ valid, verifiedAt, workspaces: verdicts });
  } else {
    const isCompared = held.length > 0 || verdicts.some(({ headsCompared }) => headsCompared > 0);
    output.printLines(summarise(verdicts, isCompared));
  }
  return valid ? 0 : 1;
}

const verifySignature: VerifyStoredAssertion = async (stored) => {
  const { verifyStoredAssertion } = await optionalPackage(
    "@agent-treasury/passkeys",
    "A workspace with signatures of passkeys",
    () => import("@agent-treasury/passkeys"),
  );
  return verifyStoredAssertion(stored);
};

async function* exportSources(file: string, wanted: string | undefined): AsyncGenerator<Source> {
  for await (const workspace of readExport(file)) {
    if (wanted === undefined || wanted === workspace.workspaceId) yield workspace;
  }
}

async function* databaseSources(
  env: Environment,
  wanted: string | undefined,
  mayBeMissing: boolean,
): AsyncGenerator<Source> {
  const storage = await openExistingDatabase(env);
  try {
    if (wanted !== undefined && mayBeMissing && !(await hasWorkspace(storage, wanted))) return;
    for await (const workspaceId of workspacesOf(storage, wanted)) {
      yield { workspaceId, parts: storage.copy(workspaceId) };
    }
  } finally {
    await storage.close();
  }
}

async function* nothing(): AsyncGenerator<CopiedPart> {}

function verdictOf(workspaceId: string, report: ChainReport, heads: readonly KeptHead[]): Verdict {
  const { entriesChecked, firstInvalidSequence: first, problem, headHash, headSequence } = report;
  return {
    workspaceId,
    valid: problem === null,
    entriesChecked,
    firstInvalidSequence: first === null ? null : Number(first),
    problem,
    headHash,
    headSequence: Number(headSequence),
    headsCompared: heads.length,
  };
}

function describe(verdict: Verdict): string {
  const { workspaceId, valid, entriesChecked, headHash, headSequence, headsCompared } = verdict;
  if (valid) {
    const compared = headsCompared === 0 ? "" : `, matches ${headsCompared} saved`;
    const head = `head ${headSequence} ${headHash}`;
    return `${workspaceId}  valid  ${counted(entriesChecked, "entry", "entries")}, ${head}${compared}`;
  }
  const { firstInvalidSequence: first, problem } = verdict;
  const where = first === null ? "no single entry" : `first at entry ${first}`;
  return `${workspaceId}  INVALID  ${where}: ${problem} (valid before it: ${counted(entriesChecked, "entry", "entries")})`;
}

function summarise(verdicts: readonly Verdict[], wasCompared: boolean): string {
  if (verdicts.length === 0) return "There are no workspaces.";
  const invalid = verdicts.filter(({ valid }) => !valid).length;
  const workspaces = counted(verdicts.length, "workspace", "workspaces");
  const verdict = invalid === 0 ? "all valid" : `${invalid} INVALID`;
  const advice = wasCompared
    ? "Compared with what was saved."
    : "The owner of the database could rewrite the whole chain. To detect that, save the heads elsewhere, and compare them with --heads next time.";
  return `\n${workspaces}, ${verdict}. ${advice}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

const verification = z.object({
  workspaces: z.array(
    z.object({
      workspaceId: z.string(),
      valid: z.boolean(),
      headSequence: z.int(),
      headHash: z.string(),
    }),
  ),
});

/** From the output of `verify --json` or of `export`. */
async function readKeptHeads(
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly KeptHead[]>> {
  const heads = new Map<string, KeptHead[]>();
  for (const path of paths) {
    const found = (await isExport(path)) ? exportedHeads(path) : verifiedHeads(path);
    for await (const [workspaceId, head] of found) {
      heads.set(workspaceId, [...(heads.get(workspaceId) ?? []), head]);
    }
  }
  return heads;
}

/** One of another workspace would be compared with nothing. */
async function readCheckpoints(
  paths: readonly string[],
  wanted: string | undefined,
): Promise<readonly StatedTree[]> {
  return Promise.all(
    paths.map(async (path) => {
      const stated = statedTree(await readText(path));
      if (stated === null) {
        throw new CommandError(`${path} is not a checkpoint. Use the output of checkpoint.`);
      }
      const workspaceId = workspaceIn(stated);
      if (wanted === undefined || wanted === workspaceId) return stated;
      throw new CommandError(`${path} is a checkpoint of ${workspaceId}, not of ${wanted}.`);
    }),
  );
}

function workspaceIn({ origin }: StatedTree): string {
  return origin.slice(origin.indexOf("/") + 1);
}

async function isExport(path: string): Promise<boolean> {
  const file = await open(path).catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read.`, { cause });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
    return buffer.toString("utf8", 0, bytesRead).includes(`"${exportFormat}"`);
  } finally {
    await file.close();
  }
}

async function* exportedHeads(path: string): AsyncGenerator<[workspaceId: string, KeptHead]> {
  for await (const { workspaceId, parts } of readExport(path)) {
    for await (const part of parts) {
      if (part.kind !== "head") break;
      yield [workspaceId, { sequence: part.head.sequence, hash: part.head.lastHash }];
    }
  }
}

/** Skips workspaces that did not verify. */
async function* verifiedHeads(path: string): AsyncGenerator<[workspaceId: string, KeptHead]> {
  const read = verification.safeParse(parseJson(await readFile(path, "utf8")));
  if (!read.success) {
    throw new CommandError(
      `${path} contains no heads. Use the output of verify --json or of export.`,
    );
  }
  for (const { workspaceId, valid, headSequence, headHash } of read.data.workspaces) {
    if (valid) yield [workspaceId, { sequence: BigInt(headSequence), hash: headHash }];
  }
}
