import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "./run-program.fixture.ts";

describe("start", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it("prints its setup, serves, and exits with 0 on SIGTERM", async () => {
    const program = runProgram("start.ts", {
      PORT: "0",
      TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
    });
    const [, url] = await program.waitFor(/Ready: (http:\S+)\/command\n/);
    expect(program.output()).toContain("Payments:  none (deposits are not possible)");
    expect(program.output()).toContain("Model:     none (set OPENAI_API_KEY and OPENAI_MODEL)");
    expect(program.output()).toContain(
      "anonymous (everyone who can reach this server can approve)",
    );
    const state = await fetch(`${url}/api/service/treasury`);
    expect(await state.json()).toMatchObject({ balanceUsd: 0, paymentMode: "none" });
    program.stop("SIGTERM");
    expect(await program.exitCode).toBe(0);
  });

  it("does not announce anonymous approvals with live money", async () => {
    const program = runProgram("start.ts", {
      PORT: "0",
      TREASURY_DATABASE_URL: `sqlite:${join(directory, "live.db")}`,
      STRIPE_SECRET_KEY: "sk_live_notARealKey",
    });
    const [, url] = await program.waitFor(/Ready: (http:\S+)\/command\n/);
    expect(program.output()).toContain("Payments:  stripe (live money)");
    expect(program.output()).toContain(
      "Access:    none (live payments require TREASURY_OPERATORS)",
    );
    const state = await fetch(`${url}/api/service/treasury`);
    expect(await state.json()).toMatchObject({ code: "access_not_chosen" });
    program.stop("SIGTERM");
    expect(await program.exitCode).toBe(0);
  });

  it("reports every invalid setting without a stack, and exits", async () => {
    const program = runProgram("start.ts", {
      PORT: "http",
      TREASURY_MIN_RESERVE_USD: "a lot",
      TREASURY_DATABASE_URL: "memory:",
      NODE_ENV: "production",
    });
    expect(await program.exitCode).toBe(1);
    const lines = program.output().trimEnd().split("\n");
    expect(lines[0]).toBe("Invalid settings:");
    expect(lines.slice(1).map((line) => line.trim().split(" ")[0])).toEqual([
      "PORT",
      "TREASURY_MIN_RESERVE_USD",
      "TREASURY_DATABASE_URL",
    ]);
  });

  it("reports a database that cannot be opened without a stack, and exits", async () => {
    const program = runProgram("start.ts", {
      PORT: "0",
      TREASURY_DATABASE_URL: `sqlite:${directory}`,
    });
    expect(await program.exitCode).toBe(1);
    expect(program.output()).toContain("cannot be opened");
    expect(program.output()).not.toMatch(/\n\s+at /);
    expect(program.output()).not.toContain("Ready");
  });
});
