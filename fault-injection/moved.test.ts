import { readFileSync } from "node:fs";
import { Micros, type Storage, randomIdentifiers } from "@agent-treasury/provider";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { runCommand } from "../packages/cli/src/commands/run-command.ts";
import { proposeSpend } from "../packages/treasury-core/src/domain.ts";
import { isLong, hangMs, printCounts } from "./long.ts";
import type { ContinuousTask, Refusal } from "./processes/continuous-task.ts";
import { openHouse, usd } from "./processes/house.ts";
import type { MoverTask } from "./processes/mover.process.ts";
import { runProcess } from "./processes/run-process.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const workspaceIds = ["acme", "beta", "gamma"];
const spends = isLong ? 100_000 : 900;
/** To PostgreSQL, and back. The last move is not interrupted. */
const kills = isLong ? ([10, 10, 0] as const) : ([3, 0] as const);
const spendsAtOnce = 300;

interface End {
  readonly store: StoreAddress;
  /** For `--database` and `--to`. */
  readonly address: string;
}

function sqliteEnd(): End {
  const path = pathOf("treasury.db");
  return { store: { kind: "sqlite", path }, address: `sqlite:${path}` };
}

/** In a database of its own, because the command uses the default schema. */
async function postgresEnd(): Promise<End> {
  const client = new pg.Client({ connectionString: postgres.server().url });
  await client.connect();
  await client.query("CREATE DATABASE moved");
  await client.end();
  const url = new URL(postgres.server().url);
  url.pathname = "/moved";
  return {
    store: { kind: "postgres", url: url.href, schema: "agent_treasury" },
    address: url.href,
  };
}

function spendOf(id: string): Parameters<typeof proposeSpend>[0] {
  return {
    id,
    agentId: "agent",
    amount: Micros.of(100n),
    vendor: "Example Cloud",
    purpose: "office paper",
    category: null,
    payment: null,
    salt: randomIdentifiers.random(),
  };
}

async function fill(store: StoreAddress): Promise<string[]> {
  const storage = openStore(store);
  const { committer, policy } = openHouse(storage, usd(1_000));
  const ids: string[] = [];
  for (let first = 0; first < spends; first += spendsAtOnce) {
    await Promise.all(
      Array.from({ length: spendsAtOnce }, async (_, index) => {
        const workspaceId = workspaceIds[index % workspaceIds.length] ?? "";
        const id = `prop_${randomIdentifiers.random()}`;
        await committer.run(workspaceId, proposeSpend(spendOf(id), policy));
        ids.push(`${workspaceId} ${id}`);
      }),
    );
  }
  await committer.close();
  await storage.close();
  return ids;
}

/** Runs the command once. Resolves with its signal or exit code. */
async function runMover(
  task: MoverTask,
): Promise<{ readonly end: string | number | null; readonly lines: readonly string[] }> {
  const mover = runProcess("mover", task);
  const { signal, exitCode } = await mover.ended;
  return { end: signal ?? exitCode, lines: mover.lines };
}

const upTo = (most: number): number => Math.floor(Math.random() * most);

/** While rows are copied, while the source is closed, and while both are closed for writers. */
function killsOf(count: number): MoverTask["kill"][] {
  const kinds = [
    () => ({
      line: "Copied",
      occurrence: isLong ? 1 + upTo(40) : 2,
      afterMs: isLong ? upTo(200) : 0,
    }),
    () => ({ line: "Copying the last", occurrence: 1, afterMs: isLong ? upTo(40) : 0 }),
  ];
  const open = { line: "The target is open", occurrence: 1, afterMs: 0 };
  const between = Array.from({ length: count - 1 }, (_, index) => index < (count - 1) / 2);
  return [...between.map((isCopying) => kinds[isCopying ? 0 : 1]?.() ?? null), open];
}

const none = (): void => {};

/** The lines of an export, without the time of the first one. */
async function exportOf({ address }: End, name: string): Promise<string> {
  const path = pathOf(name);
  const quiet = { print: none, printLines: none, complain: none, progress: none };
  const exitCode = await runCommand(["export", "--database", address, "--out", path], {}, quiet);
  expect(exitCode).toBe(0);
  return readFileSync(path, "utf8").split("\n").slice(1).join("\n");
}

/** Every confirmed spend is there once, and is not executed again when it is sent again. */
async function auditSpends(store: StoreAddress, confirmed: readonly string[]): Promise<number> {
  const storage = openStore(store);
  const { committer, policy } = openHouse(storage, usd(1_000));
  let entries = 0;
  for (const workspaceId of workspaceIds) {
    expect((await verifyChain(storage, workspaceId)).problem).toBe(null);
    const found = await proposalsOf(storage, workspaceId);
    expect(new Set(found).size).toBe(found.length);
    const there = new Set(found);
    const missing = confirmed.filter((one) => {
      const [place, id] = one.split(" ");
      return place === workspaceId && !there.has(id ?? "");
    });
    expect(missing).toEqual([]);
    entries += found.length;
    const again = await committer.run(workspaceId, proposeSpend(spendOf(found[0] ?? ""), policy));
    expect(again.status).toBe("executed");
    expect((await proposalsOf(storage, workspaceId)).length).toBe(found.length);
  }
  await committer.close();
  await storage.close();
  return entries;
}

async function proposalsOf(storage: Storage, workspaceId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind !== "entry") continue;
    ids.push((part.entry.body as { proposalId: string }).proposalId);
  }
  return ids;
}

async function refusalOf(store: StoreAddress): Promise<string> {
  const storage = openStore(store);
  const { committer, policy } = openHouse(storage, usd(1_000));
  try {
    const spend = spendOf(`prop_${randomIdentifiers.random()}`);
    const { status } = await committer.run("acme", proposeSpend(spend, policy));
    return status;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await committer.close();
    await storage.close();
  }
}

interface MovedUnderLoad {
  readonly confirmed: readonly string[];
  readonly said: string;
}

/** Moves while processes write to the source, killed before it completes. */
async function moveUnderLoad(from: End, to: End, killed: number): Promise<MovedUnderLoad> {
  const task: ContinuousTask = { store: from.store, workspaceIds, callers: 6 };
  const writers = Array.from({ length: isLong ? 2 : 1 }, () => runProcess("continuous", task));
  await Promise.all(writers.map(({ ready }) => ready));
  for (const writer of writers) writer.go();
  const words = ["move", "--database", from.address, "--to", to.address];
  for (const kill of killed === 0 ? [] : killsOf(killed)) {
    const { end, lines } = await runMover({ words, kill });
    expect([end, ...lines].at(end === "SIGKILL" ? 0 : -1)).toBe("SIGKILL");
  }
  const last = await runMover({ words, kill: null });
  expect([last.end, last.lines.at(-1)]).toEqual([0, expect.stringContaining("Writers were")]);
  const confirmed: string[] = [];
  for (const writer of writers) {
    expect((await writer.ended).exitCode).toBe(0);
    const refusals = JSON.parse(writer.lines.at(-1) ?? "[]") as Refusal[];
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["storage_moved"]));
    expect(refusals[0]?.message).toContain("moved to another database");
    confirmed.push(...writer.lines.slice(1, -1));
  }
  return { confirmed, said: last.lines.at(-1) ?? "" };
}

describe("a move to another database that is killed while others write", () => {
  it(
    `loses and repeats none of ${spends} spends, to PostgreSQL and back`,
    async () => {
      const [sqlite, server] = [sqliteEnd(), await postgresEnd()];
      const confirmed = await fill(sqlite.store);
      for (const [index, killed] of kills.entries()) {
        const [from, to] = index % 2 === 0 ? [sqlite, server] : [server, sqlite];
        const moved = await moveUnderLoad(from, to, killed);
        confirmed.push(...moved.confirmed);
        // The moved source can still be read.
        const exports = [await exportOf(from, `from-${index}`), await exportOf(to, `to-${index}`)];
        expect(exports[1] === exports[0]).toBe(true);
        const entries = await auditSpends(to.store, confirmed);
        printCounts(moved.said, { kills: killed, confirmed: confirmed.length, entries });
        expect(await refusalOf(from.store)).toBe("storage_moved");
        expect(await refusalOf(to.store)).toBe("executed");
      }
    },
    hangMs,
  );
});
