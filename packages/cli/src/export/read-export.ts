import { open } from "node:fs/promises";
import { type Json, Micros } from "@agent-treasury/provider";
import * as z from "zod";
import { CommandError } from "../command-error.ts";
import { type ExportedPart, exportFormat, exportFormatVersion } from "./export-lines.ts";

const integer = z.string().regex(/^-?\d{1,19}$/);
const json: z.ZodType<Json> = z.json();

const heading = z.object({ format: z.literal(exportFormat), formatVersion: z.number() });

const line = z.discriminatedUnion("record", [
  z.object({
    record: z.literal("head"),
    workspaceId: z.string(),
    version: integer,
    epoch: z.int(),
    sequence: integer,
    lastHash: z.string(),
    account: json,
  }),
  z.object({
    record: z.literal("document"),
    workspaceId: z.string(),
    kind: z.string(),
    id: z.string(),
    epoch: z.int(),
    ordinal: integer.nullable(),
    open: z.boolean(),
    dueAt: z.number().nullable(),
    expiresAt: z.number().nullable(),
    body: json,
  }),
  z.object({
    record: z.literal("entry"),
    workspaceId: z.string(),
    epoch: z.int(),
    sequence: integer,
    amountMicros: integer,
    balanceMicros: integer,
    previousHash: z.string(),
    hash: z.string(),
    body: json,
  }),
  z.object({ record: z.literal("end"), workspaces: z.int(), records: z.int() }),
]);

type Line = z.output<typeof line>;

export interface ExportedWorkspace {
  readonly workspaceId: string;
  /** Read it before the next workspace. */
  readonly parts: AsyncGenerator<ExportedPart["part"]>;
}

/** @throws CommandError if the file does not exist, is not an export, or is incomplete. */
export async function* readExport(path: string): AsyncGenerator<ExportedWorkspace> {
  const parts = readParts(path);
  let next = await parts.next();
  while (next.done !== true) {
    const { workspaceId } = next.value;
    const own = async function* (): AsyncGenerator<ExportedPart["part"]> {
      while (next.done !== true && next.value.workspaceId === workspaceId) {
        yield next.value.part;
        next = await parts.next();
      }
    };
    yield { workspaceId, parts: own() };
    // Skips unread items.
    while (next.done !== true && next.value.workspaceId === workspaceId) next = await parts.next();
  }
}

async function* readParts(path: string): AsyncGenerator<ExportedPart> {
  let number = 0;
  let records = 0;
  let isWhole = false;
  for await (const text of linesOf(path)) {
    number += 1;
    if (number === 1) {
      readHeading(path, text);
      continue;
    }
    const read = readLine(path, text, number);
    if (isWhole) throw new CommandError(`${path} continues after its last line.`);
    if (read.record !== "end") {
      records += 1;
      yield partOf(read);
    } else if (read.records === records) isWhole = true;
    else throw new CommandError(`${path} has ${records} records instead of ${read.records}.`);
  }
  if (!isWhole) throw new CommandError(`${path} is incomplete: its last line is missing.`);
}

export async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path).catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read.`, { cause });
  });
  try {
    // `readLines` would also split at U+2028, which JSON may contain unescaped.
    let rest = "";
    for await (const piece of file.createReadStream({ encoding: "utf8" })) {
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  } finally {
    await file.close().catch(() => {});
  }
}

function readHeading(path: string, text: string): void {
  const read = heading.safeParse(parseJson(text));
  if (!read.success) throw new CommandError(`${path} is not an export of agent-treasury.`);
  const { formatVersion } = read.data;
  if (formatVersion > exportFormatVersion) {
    throw new CommandError(
      `${path} has format version ${formatVersion}, and this program supports versions up to ${exportFormatVersion}. Update @agent-treasury/cli.`,
    );
  }
}

function readLine(path: string, text: string, number: number): Line {
  const read = line.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new CommandError(`Line ${number} of ${path} is not a valid record.`);
}

/** Undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function partOf(read: Exclude<Line, { record: "end" }>): ExportedPart {
  const { workspaceId } = read;
  switch (read.record) {
    case "head": {
      const { epoch, lastHash, account } = read;
      const [version, sequence] = [BigInt(read.version), BigInt(read.sequence)];
      const head = { workspaceId, version, epoch, sequence, lastHash, account };
      return { workspaceId, part: { kind: "head", head } };
    }
    case "document": {
      const { kind, id, epoch, open: isOpen, dueAt, expiresAt, body } = read;
      const ordinal = read.ordinal === null ? null : BigInt(read.ordinal);
      const doc = { kind, id, epoch, ordinal, open: isOpen, dueAt, expiresAt, body };
      return { workspaceId, part: { kind: "doc", doc } };
    }
    case "entry": {
      const { epoch, previousHash, hash, body } = read;
      const [amount, balance] = [Micros.of(read.amountMicros), Micros.of(read.balanceMicros)];
      const sequence = BigInt(read.sequence);
      const entry = { epoch, sequence, amount, balance, previousHash, hash, body };
      return { workspaceId, part: { kind: "entry", entry } };
    }
  }
}
