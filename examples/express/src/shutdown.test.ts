import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askUntilRefused, type Answered } from "./ask-under-load.fixture.ts";
import { runProgram } from "./run-program.fixture.ts";

const deciders = 4;
const waitingForEach = 15;
// One anonymous address may hold 25 turns at a time.
const turners = 20;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function started() {
  const program = runProgram("start.ts", {
    PORT: "0",
    TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
    TREASURY_SANDBOX: "on",
    TREASURY_STARTING_CAPITAL_USD: "1000000",
    TREASURY_DAILY_SPEND_CAP_USD: "1000000",
    TREASURY_AUTO_APPROVE_DAILY_USD: "1000000",
  });
  const [, url = ""] = await program.waitFor(/Ready: (http:\S+)\/command\n/);
  return {
    program,
    url,
    clientOf: (workspaceId: string) => createTreasuryClient({ baseUrl: url, workspaceId }),
  };
}

/** The ids of executed proposals in a response. */
function paidIn({ status, body }: Answered): readonly string[] {
  if (status !== 200) return [];
  const { proposal, state } = body as {
    proposal?: { id: string; status: string };
    state: { proposals: { id: string; status: string }[] };
  };
  const told = proposal === undefined ? state.proposals : [proposal];
  return told.filter((one) => one.status === "executed").map(({ id }) => id);
}

it("loses no response with status 200, and cuts no connection, when it stops under load", async () => {
  const first = await started();
  const waiting = await Promise.all(
    Array.from({ length: deciders }, async (_none, index) => {
      const client = first.clientOf(`decided-${index}`);
      for (let count = 0; count < waitingForEach; count += 1) {
        const purpose = `item ${count}`;
        await client.treasury.propose({ amountUsd: 24, vendor: "Acme", purpose });
      }
      return (await client.treasury.state()).proposals.map(({ id }) => id);
    }),
  );

  const load = askUntilRefused(first.url);
  // Many at once for one workspace, each on a connection of its own, and turns in many.
  for (const [index, ids] of waiting.entries()) {
    for (const proposalId of ids) {
      const workspaceId = `decided-${index}`;
      load.repeat("/api/service/treasury/decide", { workspaceId, proposalId, decision: "approve" });
    }
  }
  for (let index = 0; index < turners; index += 1) {
    const message = "Buy a pencil from Acme for $3";
    load.repeat("/api/service/agent", { workspaceId: `turned-${index}`, message });
  }
  await load.answeredAtLeast(100);
  const inFlight = load.inFlight();
  first.program.stop("SIGTERM");
  const { answered, cut } = await load.ended;
  expect(await first.program.exitCode).toBe(0);

  expect(cut).toEqual([]);
  const statuses = new Set(answered.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(503);
  // It received the signal during work, and completed the work.
  expect(inFlight).toBeGreaterThan(40);
  expect(load.answeredSince(200)).toBeGreaterThan(0);

  const second = await started();
  const booked = new Map<string, number>();
  const workspaces = [...new Set(answered.map(({ workspaceId }) => workspaceId))];
  for (const workspaceId of workspaces) {
    const client = second.clientOf(workspaceId);
    for await (const { proposalId } of client.treasury.eachEntry()) {
      booked.set(proposalId ?? "", (booked.get(proposalId ?? "") ?? 0) + 1);
    }
    expect((await client.treasury.verify()).valid).toBe(true);
  }
  const paid = [...new Set(answered.flatMap(paidIn))];
  expect(paid.filter((id) => booked.get(id) !== 1)).toEqual([]);
  expect([...booked.values()].filter((count) => count !== 1)).toEqual([]);
  expect(paid.length).toBeGreaterThan(20);
  second.program.stop("SIGTERM");
  expect(await second.program.exitCode).toBe(0);
});
