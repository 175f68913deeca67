import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveStripeStandIn, type StripeStandInServer } from "@agent-treasury/sandbox/node";
import { openDeployment } from "@agent-treasury/server";
import type { Reconciliation, Treasury } from "@agent-treasury/treasury-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run as runProgram } from "./run-program.fixture.ts";

let directory: string;
let stripe: StripeStandInServer;
let treasury: Treasury;
let env: Record<string, string>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "reconcile-"));
  stripe = await serveStripeStandIn();
  env = {
    TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
    TREASURY_STARTING_CAPITAL_USD: "7",
    STRIPE_SECRET_KEY: "sk_test_51Reconcile",
    STRIPE_API_URL: stripe.url,
  };
  ({ treasury } = await openDeployment({ env }));
});

afterEach(async () => {
  await treasury.close();
  await stripe.close();
  await rm(directory, { recursive: true });
});

async function run(...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await runProgram(["reconcile", ...words], env);
  return { exitCode, text: stdout.trimEnd(), complaint: stderr.trimEnd() };
}

async function found(...words: readonly string[]): Promise<Reconciliation> {
  return JSON.parse((await run("--json", ...words)).text) as Reconciliation;
}

/** A deposit that Stripe collected. */
async function paid(amountUsd: number, workspaceId = "acme"): Promise<string> {
  const { id } = await treasury.startDeposit({ workspaceId, amountUsd });
  stripe.standIn.pay(id);
  return id;
}

describe("agent-treasury reconcile", () => {
  it("credits payments without webhooks, reports the fees, and finds nothing the next time", async () => {
    const known = await paid(100);
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: known });
    const lost = await paid(20);
    stripe.standIn.refund(lost, 500);
    const first = await found();
    expect(first).toMatchObject({
      provider: "stripe",
      mode: "test",
      dryRun: false,
      collected: { count: 2, amountUsd: 120 },
      reversed: { count: 1, amountUsd: 5 },
      inLedger: { count: 1, amountUsd: 100 },
      fees: { count: 2, amountUsd: 4.08 },
      feesUnknown: 0,
      findings: [
        { workspaceId: "acme", kind: "collected", id: lost, amountUsd: 20, outcome: "credited" },
        { workspaceId: "acme", kind: "reversed", amountUsd: -5, outcome: "reversed" },
      ],
    });
    expect((await treasury.state("acme")).balanceUsd).toBe(122);
    const second = await run();
    expect(second.exitCode).toBe(0);
    expect(second.text).toContain("The ledger is complete.");
    expect(await found()).toMatchObject({ findings: [], inLedger: { count: 3, amountUsd: 115 } });
  });

  it("creates the ledger of a workspace as the server would", async () => {
    await paid(20, "fresh");
    expect((await found()).findings).toHaveLength(1);
    expect((await treasury.state("fresh")).balanceUsd).toBe(27);
  });

  it("is read-only with --dry-run, and reports missing payments with its exit code", async () => {
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: await paid(1) });
    await paid(20);
    const { exitCode, text } = await run("--dry-run");
    expect(exitCode).toBe(1);
    expect(text).toMatch(/missing {2}acme {2}collected {2}\$20\.00/);
    expect((await treasury.state("acme")).balanceUsd).toBe(8);
  });

  it("can be limited to one workspace and to a period", async () => {
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: await paid(1) });
    await paid(20, "acme");
    await paid(30, "other");
    const earlier = ["--from", "2020-01-01", "--to", "2020-02-01T00:00:00Z"];
    expect((await found(...earlier)).collected.count).toBe(0);
    expect((await found("other")).collected).toEqual({ count: 1, amountUsd: 30 });
    expect((await treasury.state("acme")).balanceUsd).toBe(8);
  });

  it("ignores payments of other products, unpaid ones, and other currencies", async () => {
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: await paid(1) });
    stripe.standIn.refund(stripe.standIn.sellElsewhere(9_900), 100);
    const { id } = await treasury.startDeposit({ workspaceId: "acme", amountUsd: 5 });
    stripe.standIn.payLater(id);
    expect(await found()).toMatchObject({ collected: { count: 1 }, reversed: { count: 0 } });
  });

  it("reads all pages of Stripe's listing", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 130; count += 1) ids.push(await paid(1));
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: ids[0] ?? "" });
    expect(await found()).toMatchObject({ collected: { count: 130, amountUsd: 130 } });
    expect((await treasury.state("acme")).depositsUsd).toBe(130);
  });

  it("continues after a workspace that rejects a credit, and reports what to do there", async () => {
    const play = await openDeployment({
      env: { TREASURY_SANDBOX: "on", TREASURY_DATABASE_URL: env["TREASURY_DATABASE_URL"] },
    });
    const { id, url } = await play.treasury.startDeposit({ workspaceId: "play", amountUsd: 1 });
    await play.treasury.handler(new Request(`${url}/pay`, { method: "POST" }));
    const real = await paid(20, "acme");
    const refused = await paid(20, "play");
    await play.treasury.confirmDeposit({ workspaceId: "play", sessionId: id });
    await play.treasury.close();
    const { findings } = await found();
    expect(findings).toMatchObject([
      { id: refused, outcome: "failed", problem: expect.stringContaining("sandbox") },
      { id: real, outcome: "credited" },
    ]);
  });

  it.each([
    [["--from", "yesterday"], "Use a day"],
    [["--from", "2026-11-01T08:00"], "Use a day"],
    [["--to", "2026-02-30T08:00:00Z"], '--to is "2026-02-30T08:00:00Z"'],
    [["--from", "2026-11-02", "--to", "2026-11-01"], "`from` must be before `to`"],
    [["acme", "other"], "one workspace at most"],
    [["--nothing"], "--nothing"],
  ])("refuses %j", async (words, message) => {
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: await paid(1) });
    const { exitCode, complaint } = await run(...words);
    expect(exitCode).toBe(2);
    expect(complaint).toContain(message);
  });

  it("requires an existing database, and a processor with records", async () => {
    const missing = `sqlite:${join(directory, "missing.db")}`;
    const complaint = async () => (await run("--database", missing)).complaint;
    expect(await complaint()).toContain("There is no database");
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: await paid(1) });
    const { STRIPE_SECRET_KEY: _, STRIPE_API_URL: __, ...keyless } = env;
    env = keyless;
    expect((await run()).complaint).toMatch(/No payment processor is connected\. Set STRIPE_/);
  });

  it("compares the sandbox's payments, but no deposits, of which it has no records", async () => {
    await treasury.confirmDeposit({ workspaceId: "acme", sessionId: await paid(1) });
    const { STRIPE_SECRET_KEY: _, STRIPE_API_URL: __, ...keyless } = env;
    env = { ...keyless, TREASURY_SANDBOX: "on" };
    const { exitCode, text } = await run();
    expect(exitCode).toBe(0);
    expect(text).toMatch(/^sandbox \(sandbox\)\n.*\n.*\nThe account and the ledger agree\.$/);
    expect((await run("acme")).complaint).toContain("sandbox provides no records");
  });
});
