import type { Environment } from "@agent-treasury/server";
import { Option } from "commander";
import { CommandError } from "../command-error.ts";
import type { Output } from "./output.ts";

/** 0: success. 1: a check failed. 2: the command could not run. */
export type ExitCode = 0 | 1 | 2;

export interface Given<Options> {
  readonly argument: string | undefined;
  readonly options: Options & { readonly json: boolean };
  /** Merged with `--env-file` files and `--database`. */
  readonly env: Environment;
  readonly output: Output;
}

/** Converts a command's function, which returns the exit code, to a commander action. */
export type Run = <Options extends object>(
  work: (given: Given<Options>) => Promise<ExitCode>,
) => (...args: unknown[]) => Promise<void>;

export function databaseOption(): Option {
  return new Option(
    "--database <address>",
    "sqlite: and a path, or postgres://… (default: TREASURY_DATABASE_URL, otherwise sqlite:.data/treasury.db)",
  );
}

export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

const moment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A day begins at midnight UTC. */
export function momentOf(option: string): (text: string) => Date {
  return (text) => {
    const date = new Date(text);
    // `Date` parses 30 February as 2 March.
    const day = new Date(text.slice(0, 10));
    const isMoment = moment.test(text) && !Number.isNaN(date.getTime() + day.getTime());
    if (isMoment && day.toISOString().startsWith(text.slice(0, 10))) return date;
    throw new CommandError(
      `${option} is ${JSON.stringify(text)}. Use a day, for example 2026-01-31, or a time with a time zone, for example 2026-01-31T18:00:00Z.`,
    );
  };
}

/** Reads a business day, such as 2026-01-31. */
export function dayOf(option: string): (text: string) => string {
  const read = momentOf(option);
  return (text) => {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return read(text).toISOString().slice(0, 10);
    throw new CommandError(`${option} is ${JSON.stringify(text)}. Use a day such as 2026-01-31.`);
  };
}
