import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { testServer } from "postgres-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningProgram, runProgram } from "./run-program.fixture.ts";

const database = testServer();

describe("start, on PostgreSQL", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function startProcess(): Promise<{ program: RunningProgram; url: string }> {
    const program = runProgram(
      "start.ts",
      {
        PORT: "0",
        TREASURY_DATABASE_URL: database.url(),
        TREASURY_SANDBOX: "on",
        TREASURY_STARTING_CAPITAL_USD: "100",
        TREASURY_DAILY_SPEND_CAP_USD: "40",
      },
      directory,
    );
    const [, url = ""] = await program.waitFor(/Ready: (http:\S+)\/command\n/);
    return { program, url };
  }

  it("enforces caps over two processes on one database", async () => {
    // Both make the tables at once.
    const processes = await Promise.all([startProcess(), startProcess()]);
    const clients = processes.map(({ url }) =>
      createTreasuryClient({ baseUrl: url, workspaceId: "acme" }),
    );
    const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]];
    for (const { program } of processes) {
      expect(program.output()).toContain("Storage:   PostgreSQL, postgres at ");
      expect(program.output()).not.toContain("password");
    }
    // Each proposes four spends of 15, both decide at once, and two fit the day's cap.
    for (const name of ["a", "b", "c", "d"]) {
      await first.agent.run({ message: `Buy ${name}1 from Acme for $15` });
      await second.agent.run({ message: `Buy ${name}2 from Acme for $15` });
    }
    const { proposals } = await first.treasury.state();
    expect(proposals.map(({ status }) => status)).toEqual(Array(8).fill("pending"));
    const decided = await Promise.all(
      proposals.map(({ id }, index) =>
        [first, second][index % 2]!.treasury.decide({ proposalId: id, decision: "approve" }),
      ),
    );
    const states = decided.map(({ proposal }) => proposal.status).toSorted();
    expect(states).toEqual([...Array(2).fill("executed"), ...Array(6).fill("failed")]);
    for (const client of clients) {
      expect(await client.treasury.state()).toMatchObject({ balanceUsd: 70, spentTodayUsd: 30 });
      expect(await client.treasury.verify()).toMatchObject({ valid: true, entriesChecked: 2 });
    }
    for (const { program } of processes) {
      program.stop("SIGTERM");
      expect(await program.exitCode).toBe(0);
    }
  });

  it("reports an unreachable database and a wrong login without the password", async () => {
    const wrong = new URL(database.url());
    wrong.pathname = "/no_such_database";
    const addresses = ["postgres://treasury:hunter2@127.0.0.1:1/books", wrong.href];
    const programs = addresses.map((TREASURY_DATABASE_URL) =>
      runProgram("start.ts", { PORT: "0", TREASURY_DATABASE_URL }),
    );
    const told = [
      "could not be reached, because the connection was refused: check the address and the port",
      "does not exist: create it, or correct its name",
    ];
    const causes = [
      "connect ECONNREFUSED 127.0.0.1:1",
      'database "no_such_database" does not exist',
    ];
    for (const [index, program] of programs.entries()) {
      expect(await program.exitCode).toBe(1);
      expect(program.output()).toContain(`The PostgreSQL database ${told[index]}`);
      expect(program.output()).toContain(`because: ${causes[index]}`);
      expect(program.output()).not.toMatch(/Ready|hunter2|:password|\n\s+at /);
    }
  });
});
