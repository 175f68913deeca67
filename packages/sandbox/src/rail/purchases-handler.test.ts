import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { sandboxPurchases } from "./purchases-handler.ts";
import type { SandboxRefund } from "./sandbox-purchases.ts";
import { connectedRail } from "./sandbox-rail.fixture.ts";

const origin = "http://localhost:3000";

async function opened(onRefund?: (refund: SandboxRefund) => Promise<unknown>) {
  const rail = connectedRail();
  const order = await rail.order();
  await rail.executor.pay(order);
  const refunds: SandboxRefund[] = [];
  const handler = sandboxPurchases({
    baseUrl: `${origin}/console`,
    rail,
    onRefund: onRefund ?? (async (refund) => refunds.push(refund)),
  });
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await handler(new Request(`${origin}${path}`, init));
    if (response === null) throw new Error(`${path} is not the page's.`);
    return response;
  };
  const page = async (): Promise<string> => (await ask("/console/sandbox/purchases")).text();
  const action = /action="([^"]+)"/.exec(await page())?.[1] ?? "";
  return { order, refunds, handler, ask, page, action };
}

describe("the page of purchases", () => {
  it("lists each purchase as a simulation, without scripts", async () => {
    const { page, ask } = await opened();
    const html = await page();
    expect(html).toContain("Test money: nothing was paid.");
    expect(html).toContain("$0.50");
    expect(html).toMatch(/<time datetime="[^"]+Z">\d{1,2} \w+ \d{4}, \d\d:\d\d UTC</);
    expect(html).toMatch(/<button aria-label="Refund \$0\.50 from [^"]+">/);
    expect(html).toContain('<a href="/console/">Back to the treasury</a>');
    expect(html).not.toContain("<script");
    const { headers } = await ask("/console/sandbox/purchases");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await (await ask("/sandbox/purchases")).text()).toBe(html);
  });

  it("refunds a purchase by its button and names the spend", async () => {
    const { order, refunds, ask, page, action } = await opened();
    const response = await ask(action, { method: "POST", headers: { origin } });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `${origin}/console/sandbox/purchases`,
    ]);
    const { workspaceId, proposalId } = order;
    expect(refunds).toMatchObject([{ workspaceId, proposalId, amount: 500_000n }]);
    expect(await page()).toContain("Refunded");
    expect(await page()).not.toContain("<form");
  });

  it("refunds nothing for other methods, pages and payments", async () => {
    const { refunds, ask, action, handler } = await opened();
    const others = { method: "POST", headers: { origin: "https://other.example" } };
    expect((await ask(action, others)).status).toBe(403);
    expect((await ask(action)).status).toBe(405);
    expect((await ask(`${action}/twice`, { method: "POST" })).status).toBe(404);
    expect((await ask("/sandbox/purchases/x/refund", { method: "POST" })).status).toBe(409);
    expect(await handler(new Request(`${origin}/sandbox/purchasesx`))).toBeNull();
    expect(refunds).toEqual([]);
  });

  it("reports a refund that the treasury refused, and can repeat it", async () => {
    let isRefused = true;
    const { ask, action } = await opened(async () => {
      if (isRefused) throw new TreasuryError("service_busy", "The service is busy.");
    });
    const answer = await ask(action, { method: "POST" });
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining("The service is busy."),
    ]);
    isRefused = false;
    expect((await ask(action, { method: "POST" })).status).toBe(303);
  });
});
