import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Contestant } from "../harness/interleave.ts";
import type { Arena } from "./ledger-contestant.ts";

const execute = promisify(execFile);
const schema = "pgbench";

/** The row's text for a server without pgbench. */
export const pgbenchMissing = "run bench/install-debian.sh, for PostgreSQL with pgbench";

/**
 * `pgbench -N`, PostgreSQL's own load of small transactions on different rows, by a C program with
 * five statements per transaction.
 */
export function pgbench(
  { database }: Arena,
  programs: string,
  options: {
    readonly name: string;
    readonly protocol: "simple" | "prepared";
    readonly clients: number;
    readonly seconds: number;
  },
): Contestant {
  const { name, protocol, clients, seconds } = options;
  const words = ["-n", "-N", "-M", protocol, "-c", `${clients}`, "-j", "2"];
  const measure = async (duration: number): Promise<string> =>
    await run(programs, [...words, "-T", `${duration}`, database.url]);
  return {
    name,
    round: async () => {
      const output = await measure(seconds);
      // On a loaded machine, the smallest size may end before a transaction does.
      const perSecond = figureIn(output) ?? figureIn(await measure(10 * seconds));
      if (perSecond === null) throw new Error(`pgbench returned no figure: ${output}`);
      return { perSecond };
    },
  };
}

function figureIn(output: string): number | null {
  const [, perSecond] = /tps = ([\d.]+)/.exec(output) ?? [];
  return perSecond === undefined ? null : Number(perSecond);
}

/** Creates pgbench's tables, with a scale above the number of clients, as its manual requires. */
export async function installPgbench(
  { database, monitor }: Arena,
  programs: string,
  scale: number,
): Promise<void> {
  await monitor.freshSchema(schema);
  await run(programs, ["-i", "-q", "-s", `${scale}`, database.url]);
}

async function run(programs: string, words: readonly string[]): Promise<string> {
  const env = { ...process.env, PGOPTIONS: `-csearch_path=${schema}` };
  const { stdout } = await execute(join(programs, "pgbench"), [...words], { env });
  return stdout;
}
