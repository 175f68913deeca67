import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@agent-treasury/sandbox";
import type { TreasuryOptions } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isSettingsError } from "../settings/settings-error.ts";
import { openDeployment } from "./open-deployment.ts";
import { payCheckout } from "./pay-checkout.fixture.ts";

const memory = { TREASURY_DATABASE_URL: "memory:" };

describe("openDeployment", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const sandbox = () => ({
    TREASURY_DATABASE_URL: `sqlite:${join(directory, "books", "treasury.db")}`,
    TREASURY_SANDBOX: "on",
  });

  it("returns the names of the connected implementations", async () => {
    const { treasury, parts } = await openDeployment({ env: sandbox() });
    expect(parts).toEqual({
      storage: "sqlite",
      payments: "sandbox",
      x402: null,
      model: "scripted: scripted-directives",
      machines: null,
      safety: null,
    });
    await treasury.close();
  });

  it("passes the groups of operators to authorize", async () => {
    const token = "ada-token";
    const digest = createHash("sha256").update(token).digest("hex");
    const env = {
      ...sandbox(),
      TREASURY_OPERATORS: `ada:${digest}`,
      TREASURY_OPERATOR_GROUPS: "ada=finance+admins",
    };
    const seen: unknown[] = [];
    const authorize: TreasuryOptions["authorize"] = ({ operator }) => seen.push(operator) > 0;
    const { treasury } = await openDeployment({ env, authorize });
    const headers = { authorization: `Bearer ${token}` };
    const url = "http://localhost:3000/api/service/treasury";
    expect((await treasury.handler(new Request(url, { headers }))).status).toBe(200);
    expect(seen).toEqual([{ name: "ada", groups: ["finance", "admins"] }]);
    await treasury.close();
  });

  it("lets pages of TREASURY_ALLOWED_ORIGINS call", async () => {
    const env = { ...sandbox(), TREASURY_ALLOWED_ORIGINS: "https://a.example, https://b.example" };
    const { treasury } = await openDeployment({ env });
    const ask = async (origin: string) => {
      const url = "http://localhost:3000/api/service/treasury";
      const { status, headers } = await treasury.handler(new Request(url, { headers: { origin } }));
      return [status, headers.get("access-control-allow-origin")];
    };
    expect(await ask("https://b.example")).toEqual([200, "https://b.example"]);
    expect(await ask("https://c.example")).toEqual([403, null]);
    await treasury.close();
  });

  it("logs that the sandbox does not replace Stripe if both are set", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const stripe = { STRIPE_SECRET_KEY: "sk_test_51Both" };
    for (const env of [{ ...sandbox(), ...stripe }, sandbox(), { ...stripe, ...memory }]) {
      const { treasury } = await openDeployment({ env });
      await treasury.close();
    }
    expect(warn.mock.calls).toEqual([
      [{}, expect.stringContaining("does not replace Stripe, because STRIPE_SECRET_KEY is set")],
    ]);
    warn.mockRestore();
  });

  it("has neither test money nor a scripted model unless the sandbox is on", async () => {
    const deployment = await openDeployment({ env: { TREASURY_DATABASE_URL: "memory:" } });
    expect(deployment.parts).toMatchObject({ payments: null, model: null });
    expect(deployment.sandbox).toBeNull();
    const turn = deployment.treasury.runTurn({ message: "How much is left?" });
    await expect(turn).rejects.toMatchObject({ code: "model_not_connected" });
  });

  it("uses a model with a key, also in the sandbox", async () => {
    const env = { ...sandbox(), OPENAI_API_KEY: "key", OPENAI_MODEL: "some-model" };
    const { parts, treasury } = await openDeployment({ env });
    expect(parts).toMatchObject({ model: "openai: some-model", payments: "sandbox" });
    await treasury.close();
  });

  it("uses a judge at the same endpoint, once its response format is known", async () => {
    const env = { ...sandbox(), OPENAI_API_KEY: "key", SAFETY_MODEL: "llama-guard3" };
    const { parts, treasury } = await openDeployment({ env });
    expect(parts.safety).toBe("openai: llama-guard3");
    await treasury.close();
    const unknown = openDeployment({ env: { ...env, SAFETY_MODEL: "ours" } });
    const error = await unknown.catch((problem: unknown) => problem);
    expect(isSettingsError(error)).toBe(true);
    expect(String(error)).toContain("SAFETY_PROTOCOL");
    const withProtocol = await openDeployment({
      env: { ...env, SAFETY_MODEL: "ours", SAFETY_PROTOCOL: "safeguard" },
    });
    expect(withProtocol.parts.safety).toBe("openai: ours");
    await withProtocol.treasury.close();
  });

  it("uses the connected model for automatic approvals, unless SAFETY_MODEL is `none`", async () => {
    const env = { ...sandbox(), OPENAI_API_KEY: "key", OPENAI_MODEL: "some-model" };
    const { parts, treasury } = await openDeployment({ env });
    expect(parts.safety).toBe("openai: some-model, for automatic approvals");
    expect(await treasury.state()).toMatchObject({ judge: "active" });
    await treasury.close();
    const off = await openDeployment({ env: { ...env, SAFETY_MODEL: "none" } });
    expect(off.parts.safety).toBeNull();
    expect(await off.treasury.state()).toMatchObject({ judge: "none" });
    await off.treasury.close();
    const inCode = await openDeployment({ env, model: scriptedModel() });
    expect(inCode.parts.safety).toBeNull();
    await inCode.treasury.close();
  });

  it("uses machines on Fly with the given environment only, not the process's", async () => {
    const machine = { HOST_REGION: "fra", HOST_MEMORY_MB: "1024" };
    const env = { ...sandbox(), HOST_API_TOKEN: "t", HOST_APP: "acme-agents", ...machine };
    vi.stubEnv("HOST_IMAGE", "of-the-process");
    const { parts, treasury } = await openDeployment({ env });
    vi.unstubAllEnvs();
    expect(parts.machines).toBe("fly");
    const request = new Request("http://localhost:3000/api/service/agents");
    vi.stubGlobal("fetch", async () => Response.json([]));
    const answer = await treasury.handler(request);
    vi.unstubAllGlobals();
    expect(await answer.json()).toMatchObject({
      configured: true,
      machines: [],
      spec: { app: "acme-agents", region: "fra", memoryMb: 1_024, image: "debian:13-slim" },
    });
    await treasury.close();
  });

  it("applies the budget of the environment", async () => {
    const env = {
      ...sandbox(),
      TREASURY_STARTING_CAPITAL_USD: "40",
      TREASURY_MIN_RESERVE_USD: "0",
      TREASURY_MAX_SPEND_PER_ACTION_USD: "12.5",
    };
    const { treasury } = await openDeployment({ env });
    const state = await treasury.state("acme");
    expect(state.balanceUsd).toBe(40);
    expect(state.budget).toEqual({
      startingCapitalUsd: 40,
      maxSpendPerActionUsd: 12.5,
      autoApproveUnderUsd: 10,
      dailySpendCapUsd: 100,
      minReserveUsd: 0,
    });
    await treasury.close();
  });

  it("persists money and checkouts across a restart", async () => {
    const first = await openDeployment({ env: sandbox() });
    const session = await first.treasury.startDeposit({ workspaceId: "acme", amountUsd: 25 });
    await payCheckout(first, session.url);
    await first.treasury.close();

    const second = await openDeployment({ env: sandbox() });
    const confirmed = await second.treasury.confirmDeposit({
      workspaceId: "acme",
      sessionId: session.id,
    });
    expect(confirmed).toMatchObject({ paid: true, depositedUsd: 25, duplicate: false });
    await second.treasury.close();

    const third = await openDeployment({ env: sandbox() });
    expect((await third.treasury.state("acme")).balanceUsd).toBe(25);
    await third.treasury.close();
  });

  it("gives options precedence over the environment", async () => {
    const storage = memoryStorage();
    const deployment = await openDeployment({
      env: { ...sandbox(), BASE_URL: "https://treasury.example.com" },
      storage,
      baseUrl: "https://other.example.com",
      authenticate: () => ({ name: "Ada" }),
    });
    expect(deployment.parts.storage).toBe("memory");
    expect(deployment.authenticate).not.toBeNull();
    const session = await deployment.treasury.startDeposit({ amountUsd: 5 });
    expect(new URL(session.url).origin).toBe("https://other.example.com");
    expect(await readdir(join(directory, "books"))).not.toContain("treasury.db");
  });

  it("requires sign-in if operators are configured", async () => {
    // The digest of the token `open-sesame`.
    const digest = "d7ecdf25eaf3deba0f2628771dbdd22d4138ab6cf38f91ed02a2ca0dec7c8ab7";
    const { treasury } = await openDeployment({
      env: { TREASURY_DATABASE_URL: "memory:", TREASURY_OPERATORS: `ada:${digest}` },
    });
    const ask = (headers: Record<string, string>) =>
      treasury.handler(new Request("http://localhost:3000/api/service/treasury", { headers }));
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: "Bearer sesame" })).status).toBe(401);
    expect((await ask({ authorization: "Bearer open-sesame" })).status).toBe(200);
    // A page's cookie contains a session, never the token.
    expect((await ask({ cookie: "treasury_operator=open-sesame" })).status).toBe(401);
  });

  it("rejects invalid settings before it opens anything", async () => {
    const opening = openDeployment({ env: { ...sandbox(), PORT: "x" } });
    await expect(opening).rejects.toSatisfy(isSettingsError);
    expect(await readdir(directory)).toEqual([]);
  });
});
