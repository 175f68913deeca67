import { existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { Micros } from "@agent-treasury/provider";
import type { Step } from "test-suites/histories";

/** An operation of one caller, with a unique name. */
export interface Operation {
  readonly name: string;
  readonly workspaceId: string;
  readonly step: Step;
}

/** An operation and its response; null while the caller waits. */
export interface Journalled extends Operation {
  readonly answer: string | null;
}

/**
 * A process's operations and responses, in a file that survives it. An operation is written before
 * it begins and after its response, so that in-flight operations of a killed process are known.
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

export function readJournal(path: string): readonly Journalled[] {
  if (!existsSync(path)) return [];
  const journalled = new Map<string, Journalled>();
  // A line cut off by a kill does not count.
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
