import { type CheckoutRequest, Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type SandboxPayments, sandboxPayments } from "./sandbox-payments.ts";

const baseUrl = "http://localhost:3000";

async function opened(changes: Partial<CheckoutRequest> = {}): Promise<{
  payments: SandboxPayments;
  id: string;
  url: string;
}> {
  const payments = sandboxPayments({ baseUrl });
  const session = await payments.createCheckout({
    workspaceId: "acme",
    amount: Micros.of("12500000"),
    successUrl: `${baseUrl}/command?deposit_session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${baseUrl}/command?deposit_cancelled=1`,
    idempotencyKey: crypto.randomUUID(),
    ...changes,
  });
  return { payments, ...session };
}

async function ask(payments: SandboxPayments, url: string, init?: RequestInit): Promise<Response> {
  const response = await payments.page(new Request(url, init));
  if (response === null) throw new Error(`${url} is not the sandbox's.`);
  return response;
}

describe("the sandbox's checkout page", () => {
  it("shows that it is test money, the amount, the workspace and both buttons", async () => {
    const { payments, url } = await opened();
    const response = await ask(payments, url);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain("<h1>Sandbox checkout</h1>\n<p>Test money: no card is charged.");
    expect(html).toContain("$12.50");
    expect(html).toContain("acme");
    expect(html).toContain(`<form method="post" action="${new URL(url).pathname}/pay">`);
    expect(html).toContain(`<form method="post" action="${new URL(url).pathname}/cancel">`);
    expect(html).not.toContain("<script");
  });

  it("is served below the path of an app, also for a request without that path", async () => {
    const payments = sandboxPayments({ baseUrl: `${baseUrl}/console` });
    const { id, url } = await payments.createCheckout({
      workspaceId: "acme",
      amount: Micros.of("12500000"),
      successUrl: `${baseUrl}/console/command?deposit_session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${baseUrl}/console/command?deposit_cancelled=1`,
      idempotencyKey: crypto.randomUUID(),
    });
    expect(url).toBe(`${baseUrl}/console/api/service/checkout/${id}`);
    for (const address of [url, `${baseUrl}/api/service/checkout/${id}`]) {
      const html = await (await ask(payments, address)).text();
      expect(html).toContain(
        `<form method="post" action="/console/api/service/checkout/${id}/pay">`,
      );
    }
    expect(
      await payments.page(new Request(`${baseUrl}/shop/api/service/checkout/${id}`)),
    ).toBeNull();
  });

  it("leads back to the page that began the deposit", async () => {
    const { payments, id, url } = await opened();
    const back = /<a href="([^"]*)">Back to the treasury/;
    expect(back.exec(await (await ask(payments, url)).text())?.[1]).toBe(
      `${baseUrl}/command?deposit_cancelled=1`,
    );
    await ask(payments, `${url}/pay`, { method: "POST" });
    expect(back.exec(await (await ask(payments, url)).text())?.[1]).toBe(
      `${baseUrl}/command?deposit_session=${id}`,
    );
  });

  it("pays and redirects to the success address with the session's id", async () => {
    const { payments, id, url } = await opened();
    const response = await ask(payments, `${url}/pay`, { method: "POST" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${baseUrl}/command?deposit_session=${id}`);
    expect((await payments.readCheckout(id)).paid).toBe(true);
  });

  it("treats a second click on Pay as the first", async () => {
    const { payments, id, url } = await opened();
    await ask(payments, `${url}/pay`, { method: "POST" });
    const { paymentReference } = await payments.readCheckout(id);
    expect((await ask(payments, `${url}/pay`, { method: "POST" })).status).toBe(303);
    expect((await payments.readCheckout(id)).paymentReference).toBe(paymentReference);
  });

  it("shows a link back in place of buttons once it is paid", async () => {
    const { payments, id, url } = await opened();
    await payments.complete(id);
    const html = await (await ask(payments, url)).text();
    expect(html).toContain(`href="${baseUrl}/command?deposit_session=${id}"`);
    expect(html).not.toContain("<form");
  });

  it("cancels without paying, and the checkout stays open", async () => {
    const { payments, id, url } = await opened();
    const response = await ask(payments, `${url}/cancel`, { method: "POST" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${baseUrl}/command?deposit_cancelled=1`);
    expect((await payments.readCheckout(id)).paid).toBe(false);
    expect((await ask(payments, url)).status).toBe(200);
  });

  it.each(["pay", "cancel"])("rejects a %s form from another origin", async (action) => {
    for (const origin of ["https://evil.example", "null", "http://localhost:3001"]) {
      const { payments, id, url } = await opened();
      const init = { method: "POST", headers: { origin } };
      expect((await ask(payments, `${url}/${action}`, init)).status).toBe(403);
      expect((await payments.readCheckout(id)).paid).toBe(false);
    }
  });

  it("accepts a form from its own page", async () => {
    const { payments, id, url } = await opened();
    const init = { method: "POST", headers: { origin: baseUrl } };
    expect((await ask(payments, `${url}/pay`, init)).status).toBe(303);
    expect((await payments.readCheckout(id)).paid).toBe(true);
  });

  it("escapes text from others", async () => {
    const { payments, url } = await opened({
      workspaceId: `<img src=x onerror="alert('1')">&`,
    });
    const html = await (await ask(payments, url)).text();
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
  });

  it.each(["nobody", "", `sandbox_cs_${"0".repeat(32)}`, "..%2f..%2fetc%2fpasswd"])(
    "returns 404 for an unknown session %j",
    async (id) => {
      const { payments } = await opened();
      const response = await ask(payments, `${baseUrl}/api/service/checkout/${id}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("There is no such checkout.");
    },
  );

  it("returns 404 for an unknown action and 405 for a wrong method", async () => {
    const { payments, url } = await opened();
    expect((await ask(payments, `${url}/refund`, { method: "POST" })).status).toBe(404);
    expect((await ask(payments, `${url}/pay/twice`, { method: "POST" })).status).toBe(404);
    const wrong = await ask(payments, url, { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await ask(payments, `${url}/pay`)).headers.get("allow")).toBe("POST");
  });

  it("returns 410 for an expired session, on the page and for its form", async () => {
    let time = Date.UTC(2027, 0, 1);
    const payments = sandboxPayments({ baseUrl, now: () => time });
    const { url } = await payments.createCheckout({
      workspaceId: "acme",
      amount: Micros.of("5000000"),
      successUrl: baseUrl,
      cancelUrl: baseUrl,
      idempotencyKey: "key",
    });
    time += 86_400_000;
    expect((await ask(payments, url)).status).toBe(410);
    expect((await ask(payments, `${url}/pay`, { method: "POST" })).status).toBe(410);
  });

  it("ignores every other path", async () => {
    const { payments } = await opened();
    for (const path of [
      "/",
      "/sandbox",
      "/api/service/checkout",
      "/api/service/checkouts/x",
      "/command",
    ]) {
      expect(await payments.page(new Request(`${baseUrl}${path}`))).toBeNull();
    }
  });

  it("allows form redirects to the return addresses only", async () => {
    const { payments, url } = await opened({ cancelUrl: "https://shop.example/back" });
    const policy = (await ask(payments, url)).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${baseUrl} https://shop.example;`);
  });
});
