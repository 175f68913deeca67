import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "./test-server.fixture.ts";

const token = "a token, with spaces; and = signs";
const digest = createHash("sha256").update(token).digest("hex");
const operators = { TREASURY_OPERATORS: `Ada Lovelace:${digest}` };

/** The cookies that a browser would send. */
function cookieOf(answer: Response): string {
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

describe("signing in on the page", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(operators);
  });
  afterAll(() => server.stop());

  it("serves the page without sign-in, and the treasury only with it", async () => {
    expect((await server.ask("/command")).status).toBe(200);
    expect(await (await server.ask("/command/session")).json()).toMatchObject({
      signIn: true,
      operator: null,
    });
    expect((await server.ask("/api/service/treasury")).status).toBe(401);
  });

  it("exchanges a token for a cookie that scripts and other sites cannot read", async () => {
    const answer = await server.send("/command/sign-in", { token: ` ${token} ` });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ signIn: true, operator: "Ada Lovelace" });
    const attributes = answer.headers.getSetCookie()[0]?.split("; ").slice(1);
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Strict", "Path=/"]));
    expect(attributes).not.toContain("Secure");

    const headers = { cookie: cookieOf(answer) };
    const session = await server.ask("/command/session", { headers });
    expect(session.headers.get("cache-control")).toBe("no-store");
    expect(await session.json()).toMatchObject({ operator: "Ada Lovelace" });
    expect((await server.ask("/api/service/treasury", { headers })).status).toBe(200);
  });

  it("sets a secure cookie under https", async () => {
    const published = await testServer({ ...operators, BASE_URL: "https://treasury.example.com" });
    const answer = await published.send("/command/sign-in", { token });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-treasury_session=.*; Secure$/);
    await published.stop();
  });

  it("records the signed-in name, not the name in the request", async () => {
    const cookie = cookieOf(await server.send("/command/sign-in", { token }));
    const message = "Buy a domain from Namecheap for $12";
    const turn = await server.send("/api/service/agent", { message }, { cookie });
    const { state } = (await turn.json()) as { state: { proposals: { id: string }[] } };
    const proposalId = state.proposals[0]!.id;
    const decision = { proposalId, decision: "deny", operator: "Mallory" };
    const unsigned = await server.send("/api/service/treasury/decide", decision);
    expect(unsigned.status).toBe(401);
    const decided = await server.send("/api/service/treasury/decide", decision, { cookie });
    expect(await decided.json()).toMatchObject({
      proposal: { status: "denied", operator: "Ada Lovelace", operatorVerified: true },
    });
  });

  it("rejects an unknown token", async () => {
    for (const wrong of ["wrong", digest, `${token}x`, "ünïcödé"]) {
      const answer = await server.send("/command/sign-in", { token: wrong });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(await answer.json()).toEqual({ error: "Unknown operator token." });
    }
  });

  it.each([[{}], [{ token: "" }], [{ token: 7 }], [{ token: null }], [[]]])(
    "reports what to send instead of %j",
    async (body) => {
      const answer = await server.send("/command/sign-in", body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: expect.stringContaining("token") });
    },
  );

  it("rejects an unreadable request without a stack", async () => {
    const headers = { "content-type": "application/json" };
    const broken = await server.ask("/command/sign-in", { method: "POST", headers, body: "{" });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toEqual({ error: "The request body is not valid JSON." });
    const long = await server.send("/command/sign-in", { token: "x".repeat(10_000) });
    expect(long.status).toBe(413);
    const form = await server.ask("/command/sign-in", {
      method: "POST",
      body: new URLSearchParams({ token }),
    });
    expect(form.status).toBe(400);
  });

  it("rejects sign-in and sign-out from other origins", async () => {
    for (const path of ["/command/sign-in", "/command/sign-out"]) {
      const foreign = await server.send(path, { token }, { origin: "https://evil.example" });
      expect([path, foreign.status]).toEqual([path, 403]);
      expect(foreign.headers.get("set-cookie")).toBeNull();
      const own = await server.send(path, { token }, { origin: server.url });
      expect([path, own.status]).toEqual([path, 200]);
    }
  });

  it("removes the cookie at sign-out", async () => {
    const answer = await server.send("/command/sign-out", {});
    expect(await answer.json()).toMatchObject({ signIn: true, operator: null });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^treasury_session=; .*Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(/^treasury_operator=; .*Expires=Thu, 01 Jan 1970/),
    ]);
  });
});
