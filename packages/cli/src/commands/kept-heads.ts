import { open, readFile } from "node:fs/promises";
import type { KeptHead } from "@agent-treasury/treasury-core";
import { z } from "zod";
import { CommandError } from "../command-error.ts";
import { exportFormat } from "../export/export-lines.ts";
import { readExport } from "../export/read-export.ts";

/** Heads by workspace. */
export type HeadsByWorkspace = ReadonlyMap<string, readonly KeptHead[]>;

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

/**
 * Reads the heads that were kept in files: what `verify --json` printed, or what `export` wrote. A head
 * that was not valid then is none to compare with.
 */
export async function readKeptHeads(paths: readonly string[]): Promise<HeadsByWorkspace> {
  const heads = new Map<string, KeptHead[]>();
  const add = (workspaceId: string, head: KeptHead): void => {
    heads.set(workspaceId, [...(heads.get(workspaceId) ?? []), head]);
  };
  for (const path of paths) {
    if (await isExport(path)) await addExported(path, add);
    else await addVerified(path, add);
  }
  return heads;
}

type Add = (workspaceId: string, head: KeptHead) => void;

async function isExport(path: string): Promise<boolean> {
  const file = await open(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
    return buffer.toString("utf8", 0, bytesRead).includes(`"${exportFormat}"`);
  } finally {
    await file.close();
  }
}

async function addExported(path: string, add: Add): Promise<void> {
  for await (const { workspaceId, parts } of readExport(path)) {
    for await (const part of parts) {
      if (part.kind !== "head") break;
      add(workspaceId, { sequence: part.head.sequence, hash: part.head.lastHash });
    }
  }
}

async function addVerified(path: string, add: Add): Promise<void> {
  const read = verification.safeParse(parseJson((await contentsOf(path)).toString("utf8")));
  if (!read.success) {
    throw new CommandError(
      `${path} holds no heads: it is neither what verify --json printed nor what export wrote.`,
    );
  }
  for (const { workspaceId, valid, headSequence, headHash } of read.data.workspaces) {
    if (valid) add(workspaceId, { sequence: BigInt(headSequence), hash: headHash });
  }
}

async function contentsOf(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
}

function unreadable(path: string, cause: unknown): CommandError {
  return new CommandError(`${path} cannot be read.`, { cause });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
