import { readFileSync } from "node:fs";
import { type TreasuryClient, createTreasuryClient } from "@agent-treasury/sdk-client";
import { createTreasury } from "@agent-treasury/treasury-core";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchFrom, type Miniflare } from "workerd-for-tests";
import { runCommand } from "../packages/cli/src/commands/run-command.ts";
import {
  adaToken,
  bundleObjects,
  startObjects,
} from "../packages/storage-durable-objects/src/miniflare.fixture.ts";
import { isLong, hangMs, printCounts } from "./long.ts";
import type { MoverTask } from "./processes/mover.process.ts";
import { runProcess } from "./processes/run-process.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const workspaceIds = Array.from({ length: isLong ? 200 : 5 }, (_, index) => `w-${index}`);
const kills = isLong ? 12 : 3;

let worker: Miniflare;
beforeAll(async () => {
  worker = await startObjects(await bundleObjects());
});
afterAll(() => worker.dispose());

type Calls = Pick<TreasuryClient["treasury"], "propose" | "state">;

interface End {
  readonly address: string;
  open(): Promise<{ of(workspaceId: string): Calls; close(): Promise<void> }>;
}

function clientOf(workspaceId: string): TreasuryClient {
  return createTreasuryClient({
    baseUrl: "http://localhost:3000",
    workspaceId,
    headers: { authorization: `Bearer ${adaToken}` },
    maximumRetries: 0,
    fetch: (input, init) => fetchFrom(worker, input, init),
  });
}

function objectsEnd(port: string): End {
  return {
    address: `objects+http://:${adaToken}@127.0.0.1:${port}`,
    open: async () => ({ of: (id) => clientOf(id).treasury, close: async () => {} }),
  };
}

function databaseEnd(store: StoreAddress, address: string): End {
  return {
    address,
    open: async () => {
      const treasury = createTreasury({
        baseUrl: "http://localhost:3000",
        storage: openStore(store),
        autoApprovePayees: "any",
        authenticate: () => ({ kind: "operator", name: "Ada" }),
        budget: { startingCapitalUsd: 1_000, dailySpendCapUsd: 1_000, autoApproveDailyUsd: 1_000 },
        recoverySeconds: false,
        onFailure: () => {},
      });
      const fetch: typeof globalThis.fetch = (input, init) =>
        treasury.handler(new Request(input, init));
      const options = { baseUrl: "http://localhost:3000", maximumRetries: 0, fetch };
      return {
        of: (workspaceId) => createTreasuryClient({ ...options, workspaceId }).treasury,
        close: () => treasury.close(),
      };
    },
  };
}

function sqliteEnd(name: string): End {
  const path = pathOf(name);
  return databaseEnd({ kind: "sqlite", path }, `sqlite:${path}`);
}

async function postgresEnd(): Promise<End> {
  const client = new pg.Client({ connectionString: postgres.server().url });
  await client.connect();
  await client.query("CREATE DATABASE moved");
  await client.end();
  const url = new URL(postgres.server().url);
  url.pathname = "/moved";
  return databaseEnd({ kind: "postgres", url: url.href, schema: "agent_treasury" }, url.href);
}

const none = (): void => {};

async function run(words: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  const complain = (line: string): void => void complaints.push(line);
  const exitCode = await runCommand(
    words,
    {},
    { print: none, printLines: none, complain, progress: none },
  );
  expect([exitCode, complaints.at(-1)]).toEqual([0, exitCode === 0 ? complaints.at(-1) : ""]);
}

/** The lines of an export, without the time of the first one. */
async function exportOf({ address }: End, name: string): Promise<string[]> {
  const path = pathOf(name);
  await run(["export", "--database", address, "--out", path]);
  return readFileSync(path, "utf8").split("\n").slice(1);
}

/** Spends in every workspace until the end is closed. Returns the keys of those that executed. */
async function spendUntilMoved(end: End, round: number): Promise<string[]> {
  const treasury = await end.open();
  const executed: string[] = [];
  await Promise.all(
    workspaceIds.map(async (workspaceId) => {
      for (let count = 0; ; count += 1) {
        const key = `${round}-${count}`;
        try {
          await spend(treasury.of(workspaceId), key);
          executed.push(`${workspaceId} ${key}`);
        } catch (error) {
          expect((error as { code: string }).code).toBe("storage_moved");
          return;
        }
      }
    }),
  );
  await treasury.close();
  return executed;
}

async function spend(treasury: Calls, key: string): Promise<string> {
  const paper = { amountUsd: 0.01, vendor: "Acme", purpose: `paper ${key}` };
  const { proposal } = await treasury.propose({ ...paper, idempotencyKey: key });
  expect(proposal.status).toBe("executed");
  return proposal.id;
}

/** Kills the command while it copies and while it compares, and then lets it complete. */
async function move(from: End, to: End): Promise<string> {
  const words = ["move", "--database", from.address, "--to", to.address];
  for (let kill = 0; kill <= kills; kill += 1) {
    const lines = ["Copied", "Copying the last", "The target is open"];
    const line = kill === kills ? null : (lines[kill % lines.length] ?? "");
    const task: MoverTask = {
      words,
      kill: line === null ? null : { line, occurrence: 1, afterMs: 0 },
    };
    const mover = runProcess("mover", task);
    const { signal, exitCode } = await mover.ended;
    if (line === null) {
      expect([exitCode, mover.lines.at(-1)]).toEqual([0, mover.lines.at(-1)]);
      return mover.lines.at(-1) ?? "";
    }
    expect([signal, mover.lines]).toEqual(["SIGKILL", mover.lines]);
  }
  return "";
}

it(
  "moves workspaces to Durable Objects and back, from SQLite and PostgreSQL, while they spend",
  async () => {
    const objects = objectsEnd((await worker.ready).port);
    const ends = [sqliteEnd("a.db"), objects, await postgresEnd(), objects, sqliteEnd("b.db")];
    const executed: string[] = [];
    for (const [round, from] of ends.slice(0, -1).entries()) {
      const to = ends[round + 1]!;
      const spending = spendUntilMoved(from, round);
      // The command needs a workspace to copy.
      const opened = await from.open();
      await spend(opened.of("w-0"), `first-${round}`);
      const said = await move(from, to);
      await opened.close();
      executed.push(...(await spending));
      await run(["verify", "--database", to.address]);
      const [own, there] = [
        await exportOf(from, `from-${round}`),
        await exportOf(to, `to-${round}`),
      ];
      expect(there.length).toBeGreaterThan(executed.length);
      expect(there).toEqual(own);
      const target = await to.open();
      const before = await target.of("w-1").state();
      const ofOne = executed.filter((one) => one.startsWith("w-1 "));
      expect(before.expenseUsd).toBe(ofOne.length / 100);
      for (const one of ofOne) await spend(target.of("w-1"), one.slice("w-1 ".length));
      expect((await target.of("w-1").state()).expenseUsd).toBe(before.expenseUsd);
      await target.close();
      printCounts(said, { kills, executed: executed.length });
    }
  },
  hangMs,
);
