import { existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { Micros } from "@agent-treasury/provider";
import type { Step } from "test-suites/histories";

/** Something that one caller does, by a name that no other operation has. */
export interface Operation {
  readonly name: string;
  readonly workspaceId: string;
  readonly step: Step;
}

/** An operation, and what its caller was told; null for one who is still waiting. */
export interface Journalled extends Operation {
  readonly answer: string | null;
}

/**
 * What a process was about to do and what it was told, in a file that outlives it. Written before an
 * operation and after its answer, so that what is under way when the process is killed is known.
 */
export class Journal {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  begin(operation: Operation): void {
    writeSync(this.#file, `${toText(operation)}\n`);
  }

  end({ name }: Operation, answer: string): void {
    writeSync(this.#file, `${JSON.stringify({ name, answer })}\n`);
  }
}

/** Everything in a journal, in the order in which it was begun. */
export function readJournal(path: string): readonly Journalled[] {
  if (!existsSync(path)) return [];
  const journalled = new Map<string, Journalled>();
  // A line that a kill cut off was never written.
  for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
    const record = fromText(line);
    if (record.answer === null) journalled.set(record.name, record);
    else {
      const begun = journalled.get(record.name);
      if (begun === undefined) throw new Error(`${record.name} ended before it began.`);
      journalled.set(record.name, { ...begun, answer: record.answer });
    }
  }
  return [...journalled.values()];
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? { decimal: part.toString() } : part,
  );
}

function fromText(line: string): Journalled {
  const record = JSON.parse(line, (_key, part: unknown) =>
    isDecimal(part) ? Micros.of(BigInt(part.decimal)) : part,
  ) as Journalled;
  return { ...record, answer: record.answer ?? null };
}

function isDecimal(part: unknown): part is { readonly decimal: string } {
  return typeof part === "object" && part !== null && "decimal" in part;
}
