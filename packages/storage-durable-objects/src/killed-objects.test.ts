import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { afterAll, expect, it } from "vitest";
import { fetchFrom, type Miniflare } from "workerd-for-tests";
import { adaToken, bundleObjects, startObjects } from "./miniflare.fixture.ts";

const isLong = process.env["TEST_LONG"] === "1";
const kills = isLong ? 50 : 3;
/** After which the test hangs, also on a slow machine. */
const hangMs = isLong ? 7_200_000 : 600_000;
const callers = 8;
const folder = await mkdtemp(join(tmpdir(), "treasury-objects-"));
afterAll(() => rm(folder, { recursive: true }));

it(
  "loses and repeats no spend when workerd is killed under load",
  async () => {
    const script = await bundleObjects();
    const acknowledged = new Set<string>();
    const sent = new Set<string>();
    for (let kill = 0; kill < kills; kill += 1) {
      const worker = await startObjects(script, "on", folder);
      const killed = new AbortController();
      const running = Array.from({ length: callers }, async (_, caller) => {
        for (let round = 0; !killed.signal.aborted; round += 1) {
          const key = `${kill}-${caller}-${round}`;
          sent.add(key);
          await propose(worker, key, killed.signal)
            .then(() => acknowledged.add(key))
            .catch((error: unknown) => {
              if (!killed.signal.aborted) throw error;
            });
        }
      });
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size).toBeGreaterThan(before + callers + kill);
      for (const pid of childrenCalled("workerd")) process.kill(pid, "SIGKILL");
      killed.abort();
      await Promise.all(running);
      await worker.dispose();
    }

    const worker = await startObjects(script, "on", folder);
    const client = clientOf(worker, null);
    expect(acknowledged.size).toBeGreaterThan(kills * callers);
    await inParallel(acknowledged, async (key) => {
      expect((await propose(worker, key, null)).repeated).toBe(true);
    });
    await inParallel(sent, (key) => propose(worker, key, null));
    const state = await client.treasury.state();
    expect(state.expenseUsd).toBe(sent.size / 100);
    expect(await client.treasury.verify()).toMatchObject({ valid: true });
    if (isLong) console.info(`${kills} kills, ${acknowledged.size} of ${sent.size} acknowledged`);
    await worker.dispose();
  },
  hangMs,
);

async function inParallel(
  keys: ReadonlySet<string>,
  work: (key: string) => Promise<unknown>,
): Promise<void> {
  const rest = keys.values();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const key of rest) await work(key);
    }),
  );
}

function clientOf(worker: Miniflare, signal: AbortSignal | null) {
  return createTreasuryClient({
    baseUrl: "http://localhost:3000",
    workspaceId: "killed",
    headers: { authorization: `Bearer ${adaToken}` },
    maximumRetries: 0,
    fetch: (input, init) => fetchFrom(worker, input, init, signal),
  });
}

function propose(worker: Miniflare, key: string, signal: AbortSignal | null) {
  const spend = { amountUsd: 0.01, vendor: "Acme", purpose: "paper", idempotencyKey: key };
  return clientOf(worker, signal).treasury.propose(spend);
}

/** The processes that this one started. */
function childrenCalled(name: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      if (!(pid > 0)) return false;
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const [, command, parent] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
        return command === name && Number(parent) === process.pid;
      } catch {
        return false;
      }
    });
}
