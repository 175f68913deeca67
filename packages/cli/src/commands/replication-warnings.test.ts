import { startServer } from "@agent-treasury/server/node";
import pg from "pg";
import { testServer } from "postgres-for-tests";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { run } from "./run-program.fixture.ts";

const server = testServer();
const asynchronous =
  "Replication is asynchronous, so a failover can lose confirmed spends. Set synchronous_standby_names.";

/** Until the test ends, the server has a standby. */
async function connectStandby(): Promise<void> {
  const standby = new pg.Client({ connectionString: server.url(), replication: "true" } as object);
  await standby.connect();
  onTestFinished(() => standby.end());
}

async function doctor(): Promise<string> {
  return (await run(["doctor"], { TREASURY_DATABASE_URL: server.url() })).stdout;
}

async function startWarnings(): Promise<readonly string[]> {
  const warnings: string[] = [];
  const warn = (_details: object, message: string): void => void warnings.push(message);
  const env = { TREASURY_DATABASE_URL: server.url(), PORT: "0" };
  const logger = { debug() {}, info() {}, warn, error() {} };
  const running = await startServer(() => (_request, response) => void response.end(), {
    env,
    logger,
  });
  await running.stop();
  return warnings.filter((warning) => warning.includes("failover"));
}

beforeAll(async () => {
  await startWarnings();
});

it("the doctor and the start of a server warn about an asynchronous standby", async () => {
  await connectStandby();
  expect(await doctor()).toContain(asynchronous);
  expect(await startWarnings()).toEqual([asynchronous]);
});

it("neither warns about a server without a standby", async () => {
  expect(await doctor()).not.toContain("failover");
  expect(await startWarnings()).toEqual([]);
});
