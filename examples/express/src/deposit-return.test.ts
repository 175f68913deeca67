import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "./test-server.fixture.ts";

describe("a deposit from the page and back", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await testServer();
  });
  afterEach(() => server.stop());

  it("opens the sandbox's checkout, returns, and is credited once", async () => {
    const client = createTreasuryClient({ baseUrl: server.url, workspaceId: "acme" });
    const session = await client.treasury.deposit({ amountUsd: 25.5 });
    const checkout = await fetch(session.url);
    expect(checkout.status).toBe(200);
    expect(await checkout.text()).toContain("test money");

    const unpaid = await client.treasury.confirmDeposit({ sessionId: session.id });
    expect(unpaid).toMatchObject({ paid: false, depositedUsd: 0, state: { balanceUsd: 0 } });

    const paid = await fetch(`${session.url}/pay`, { method: "POST", redirect: "manual" });
    expect(paid.status).toBe(303);
    const back = new URL(paid.headers.get("location") ?? "");
    expect(back.href).toBe(`${server.url}/command?deposit_session=${session.id}`);
    expect((await fetch(back)).status).toBe(200);

    const first = await client.treasury.confirmDeposit({ sessionId: session.id });
    expect(first).toMatchObject({ paid: true, duplicate: false, state: { balanceUsd: 25.5 } });
    const second = await client.treasury.confirmDeposit({ sessionId: session.id });
    expect(second).toMatchObject({ paid: true, duplicate: true, state: { balanceUsd: 25.5 } });
    const elsewhere = client.treasury.confirmDeposit({
      sessionId: session.id,
      workspaceId: "beta",
    });
    await expect(elsewhere).rejects.toMatchObject({
      status: 403,
      code: "deposit_belongs_elsewhere",
    });
  });

  it("returns from a cancelled checkout", async () => {
    const client = createTreasuryClient({ baseUrl: server.url, workspaceId: "acme" });
    const session = await client.treasury.deposit({ amountUsd: 10 });
    const cancelled = await fetch(`${session.url}/cancel`, { method: "POST", redirect: "manual" });
    const back = cancelled.headers.get("location") ?? "";
    expect(back).toBe(`${server.url}/command?deposit_cancelled=1`);
    expect((await fetch(back)).status).toBe(200);
    expect((await client.treasury.state()).balanceUsd).toBe(0);
  });

  it("has no checkout page without the sandbox", async () => {
    const plain = await testServer({ TREASURY_SANDBOX: "off" });
    expect((await plain.ask("/api/service/checkout/sandbox_cs_1")).status).toBe(404);
    const refused = await plain.send("/api/service/treasury/deposit", { amountUsd: 10 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: "payments_not_connected" });
    await plain.stop();
  });
});
