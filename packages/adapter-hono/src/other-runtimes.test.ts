import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { bundleWorker } from "workerd-for-tests";
import { bun, deno, type Runtime, startOn } from "./runtimes.fixture.ts";

const folder = await mkdtemp(join(tmpdir(), "treasury-runtimes-"));
afterAll(() => rm(folder, { recursive: true }));
const program = join(folder, "server.mjs");
writeFileSync(program, await bundleWorker(new URL("other-runtime.fixture.ts", import.meta.url)));

interface Served {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

async function serveOn(runtime: Runtime, database?: string): Promise<Served> {
  const env = { ...process.env, ...(database !== undefined && { DATABASE: database }) };
  const server = startOn(runtime, program, [], env);
  // A failed test would otherwise keep the run from ending.
  onTestFinished(() => void server.kill("SIGKILL"));
  for await (const line of createInterface(server.stdout)) {
    const [, port] = /^port (\d+)$/.exec(line) ?? [];
    if (port !== undefined) {
      return { baseUrl: `http://127.0.0.1:${port}`, stop: () => stopped(server) };
    }
  }
  throw new Error(`${runtime.name} did not serve.`);
}

function stopped(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGKILL");
  });
}

describe.each([bun, deno])("on $name", (runtime) => {
  it("serves spends, decisions and streamed turns from memory", async () => {
    const { baseUrl, stop } = await serveOn(runtime);
    const { agent, treasury } = createTreasuryClient({ baseUrl });
    const turn = agent.stream({ message: "Buy a domain from Namecheap for $24." });
    const kinds: string[] = [];
    for await (const item of turn) kinds.push(item.kind);
    expect(kinds).toContain("result");
    const { proposals } = await treasury.state();
    expect(proposals).toMatchObject([{ status: "pending", amountUsd: 24 }]);
    const { proposal } = await treasury.decide({
      proposalId: proposals[0]!.id,
      decision: "approve",
    });
    expect(proposal.status).toBe("executed");
    expect(await treasury.verify()).toMatchObject({ valid: true });
    await stop();
  });

  it("keeps every acknowledged spend in SQLite when it is killed", async () => {
    const database = join(folder, `${runtime.name}.db`);
    const first = await serveOn(runtime, database);
    const before = createTreasuryClient({ baseUrl: first.baseUrl });
    const spends = Array.from({ length: 10 }, (_, index) =>
      before.treasury.propose({ amountUsd: 30, vendor: "Acme", purpose: `paper ${index}` }),
    );
    const ids = (await Promise.all(spends)).map(({ proposal }) => proposal.id);
    for (const proposalId of ids.slice(0, 3)) {
      await before.treasury.decide({ proposalId, decision: "approve" });
    }
    await first.stop();
    const second = await serveOn(runtime, database);
    const { treasury } = createTreasuryClient({ baseUrl: second.baseUrl });
    expect(await treasury.state()).toMatchObject({ expenseUsd: 90, pendingCount: 7 });
    expect(await treasury.verify()).toMatchObject({ valid: true, entriesChecked: 3 });
    await second.stop();
  });
});
