import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningProgram, runProgram } from "./run-program.fixture.ts";
import { testServer } from "./test-server.fixture.ts";

const readyLine = /^Ready: (http:\S+)\/command\?workspaceId=(demo-[0-9a-f]{6})$/m;

async function end(program: RunningProgram, signal: NodeJS.Signals): Promise<void> {
  program.stop(signal);
  expect(await program.exitCode).toBe(0);
}

describe("tour", () => {
  let directory: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
    const database = `sqlite:${join(directory, "treasury.db")}`;
    env = { PORT: "0", TREASURY_DATABASE_URL: database, NO_COLOR: "1" };
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function ready(
    more: Record<string, string> = {},
  ): Promise<{ program: RunningProgram; url: string; workspaceId: string }> {
    const program = runProgram("tour.ts", { ...env, ...more });
    const [, url = "", workspaceId = ""] = await program.waitFor(readyLine);
    return { program, url, workspaceId };
  }

  it("runs the whole workflow without a terminal, then serves the page, and stores earlier runs", async () => {
    const first = await ready();
    const { program, url, workspaceId } = first;
    const output = program.output();
    for (const line of [
      "test money",
      "instead of a language model",
      "Opened a sandbox checkout for $60.00.",
      "Paid it with test money, by the request that the page's button sends.",
      "✓ $60.00 confirmed by the processor and credited. Balance $60.00",
      "instruction: Buy a domain from Namecheap for $24",
      "It needs approval: the auto-approval limit is $10.00.",
      "? Approve $24.00 to Namecheap? [Y/n] y   (automatic, because there is no terminal)",
      "✓ Approved by the tour, checked again and paid. Balance $36.00",
      "✗ Denied: $75.00 exceeds the limit of $50.00 for one spend.",
      "✓ Executed by policy. Balance $32.00",
      "✗ Approved, but not paid: $20.00 out of $32.00 would leave less",
      "✓ Verified: 3 entries recomputed.",
    ]) {
      expect(output).toContain(line);
    }
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const [, excerpt = ""] = /^## The tour\n[^#]+?```text\n([\s\S]+?)```/m.exec(readme) ?? [];
    expect(excerpt).not.toBe("");
    expect(output).toContain(excerpt);
    expect(output).not.toContain("\u001b");

    const client = createTreasuryClient({ baseUrl: url, workspaceId });
    const state = await client.treasury.state();
    expect(state).toMatchObject({ balanceUsd: 32, paymentProvider: "sandbox", pendingCount: 0 });
    expect(state.ledger.map(({ amountUsd }) => amountUsd)).toEqual([-4, -24, 60]);
    expect(state.proposals.map(({ status }) => status)).toEqual([
      "failed",
      "executed",
      "denied",
      "executed",
    ]);
    expect((await fetch(`${url}/command?workspaceId=${workspaceId}`)).status).toBe(200);
    await end(program, "SIGINT");

    // A new workspace each time.
    const second = await ready({
      OPENAI_API_KEY: "not-to-be-used",
      TREASURY_MAX_SPEND_PER_ACTION_USD: "1",
    });
    expect(second.workspaceId).not.toBe(first.workspaceId);
    for (const { workspaceId: id } of [first, second]) {
      const reader = createTreasuryClient({ baseUrl: second.url, workspaceId: id });
      expect((await reader.treasury.state()).balanceUsd).toBe(32);
      expect(await reader.treasury.verify()).toMatchObject({ valid: true, entriesChecked: 3 });
    }
    const later = second.program.output();
    expect(later).toContain(
      "Set, but not used by the tour: TREASURY_MAX_SPEND_PER_ACTION_USD, OPENAI_API_KEY.",
    );
    expect(later).not.toContain("not-to-be-used");
    await end(second.program, "SIGTERM");
  });

  it("rejects a live key", async () => {
    const program = runProgram("tour.ts", { ...env, STRIPE_SECRET_KEY: "sk_live_0123456789" });
    expect(await program.exitCode).toBe(1);
    expect(program.output()).toContain("TREASURY_SANDBOX must be off with a live payment key");
    expect(program.output()).not.toContain("0123456789");
    await expect(access(join(directory, "treasury.db"))).rejects.toThrow("ENOENT");
  });

  it("reports a port that is in use", async () => {
    const other = await testServer();
    const PORT = new URL(other.localUrl).port;
    const program = runProgram("tour.ts", { ...env, PORT });
    expect(await program.exitCode).toBe(1);
    expect(program.output().trim()).toBe(
      `Another program listens on 127.0.0.1, port ${PORT}. Stop it, or set PORT to a free port.`,
    );
    await other.stop();
  });
});
