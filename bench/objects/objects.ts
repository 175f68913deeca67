import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { bundleWorker, startWorker } from "workerd-for-tests";
import { openMonitor } from "../database/database-monitor.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { callInParallel } from "../harness/call-in-parallel.ts";
import { comparisonTable } from "../harness/comparison-table.ts";
import { type Contestant, interleave } from "../harness/interleave.ts";
import { spendingOptions } from "./spending-options.ts";

const origin = "http://localhost:3000";
const amountUsd = 1;
const checked = 50;
const closedAtMost = 5;
const closedCodes = ["UND_ERR_SOCKET", "ECONNRESET"];

type Ask = (request: Request) => Promise<Response>;

interface Subject {
  readonly name: string;
  readonly ask: Ask;
  close(): Promise<unknown>;
}

/** Spends of many workspaces in Durable Objects beside the same in SQLite and PostgreSQL. */
export const objects: Bench = {
  name: "objects",
  summary: "spends of 10 and 10,000 workspaces in Durable Objects, SQLite and PostgreSQL",
  run: async (context) => {
    const { rounds, seconds, callers, sizes } = paceOf(context);
    const folder = await mkdtemp(join(tmpdir(), "treasury-bench-"));
    const database = await startDatabase(context);
    const monitor = openMonitor(database);
    const subjects: Subject[] = [];
    try {
      await monitor.freshSchema("objects");
      subjects.push(
        await inObjects(folder),
        inProcess("SQLite in one process", sqliteStorage({ path: join(folder, "treasury.db") })),
        inProcess(
          "PostgreSQL, one process",
          postgresStorage({ url: database.url, schema: "objects" }),
        ),
      );
      const turns: Contestant[] = [];
      for (const size of sizes) {
        for (const subject of subjects) {
          turns.push(await turnOf(subject, size, { callers, seconds }, context));
        }
      }
      const samples = await interleave(turns, {
        counted: rounds,
        warmUp: 1,
        settle: () => monitor.settle(),
        progress: context.progress,
      });
      return {
        tables: sizes.map((size) =>
          comparisonTable(
            turns.filter(({ name }) => name.endsWith(` ${sizeText(size)}`)),
            samples,
            "spends/s",
          ),
        ),
        settings: {
          load: `${callers} callers, each spend in the next workspace`,
          objects: "one Miniflare with its files in a folder, called over HTTP on the same machine",
          "SQLite and PostgreSQL": "the handler of a treasury in the process of the callers",
          PostgreSQL: database.origin,
          rounds: `${rounds} of ${seconds} s, after one that does not count`,
        },
      };
    } finally {
      for (const subject of subjects) await subject.close();
      await monitor.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function paceOf({ size }: BenchContext) {
  return size === "tiny"
    ? { rounds: 1, seconds: 0.2, callers: 4, sizes: [2, 8] }
    : { rounds: 5, seconds: 2, callers: 64, sizes: [10, 10_000] };
}

const sizeText = (size: number): string => `${size.toLocaleString("en-US")} workspaces`;

async function inObjects(folder: string): Promise<Subject> {
  const script = await bundleWorker(new URL("objects.worker.ts", import.meta.url));
  const worker = await startWorker(script, {
    durableObjects: {
      WORKSPACES: { className: "TreasuryWorkspace", useSQLite: true },
      INDEX: { className: "TreasuryIndex", useSQLite: true },
    },
    durableObjectsPersist: join(folder, "objects"),
  });
  const address = await worker.ready;
  return {
    name: "Durable Objects",
    ask: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.method === "POST" ? await request.text() : null;
      const { method, headers } = request;
      return repeatedly(() =>
        fetch(new URL(`${pathname}${search}`, address), { method, headers, body }),
      );
    },
    close: () => worker.dispose(),
  };
}

/**
 * workerd closes idle connections, also one on which the next request is on its way. The idempotency
 * key of a spend makes a repeated one the same spend.
 */
async function repeatedly(send: () => Promise<Response>): Promise<Response> {
  for (let closed = 0; ; closed += 1) {
    try {
      return await send();
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
      if (closed === closedAtMost || !closedCodes.includes(code ?? "")) throw error;
    }
  }
}

function inProcess(name: string, storage: Storage): Subject {
  const treasury = createTreasury({ ...spendingOptions, storage });
  return { name, ask: treasury.handler, close: () => treasury.close() };
}

/** Creates the workspaces with a first spend, and counts the spends of each. */
async function turnOf(
  { name, ask }: Subject,
  size: number,
  pace: { readonly callers: number; readonly seconds: number },
  { progress }: BenchContext,
): Promise<Contestant> {
  const spent = Array.from({ length: size }, () => 0);
  let next = 0;
  const spend = async (): Promise<void> => {
    const at = next % size;
    next += 1;
    const body = { workspaceId: `w${size}-${at}`, amountUsd, vendor: "Acme", purpose: `${next}` };
    const request = new Request(`${origin}/api/service/treasury/proposals`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": `${size}-${next}` },
      body: JSON.stringify(body),
    });
    const { proposal } = (await (await ask(request)).json()) as {
      proposal?: { readonly status: string };
    };
    if (proposal?.status !== "executed") throw new Error(`${name}: a spend was not executed.`);
    spent[at] = (spent[at] ?? 0) + 1;
  };
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: pace.callers }, async (_, caller) => {
      for (let at = caller; at < size; at += pace.callers) await spend();
    }),
  );
  progress(`${name}: ${sizeText(size)} in ${Math.round(performance.now() - begun)} ms`);
  return {
    name: `${name}, ${sizeText(size)}`,
    round: async () => {
      const figures = await callInParallel({ ...pace, call: spend });
      for (let at = 0; at < Math.min(size, checked); at += 1) {
        const query = new URLSearchParams({ workspaceId: `w${size}-${at}` }).toString();
        const answer = await ask(new Request(`${origin}/api/service/treasury?${query}`));
        const { expenseUsd } = (await answer.json()) as { readonly expenseUsd: number };
        if (expenseUsd === spent[at]) continue;
        throw new Error(`${name}: $${expenseUsd} are recorded, and ${spent[at]} answered.`);
      }
      return figures;
    },
  };
}
