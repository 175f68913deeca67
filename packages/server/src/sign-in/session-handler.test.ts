import { createHash } from "node:crypto";
import type { Storage } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Deployment, openDeployment } from "../deployment/open-deployment.ts";
import { sessionHandler } from "./session-handler.ts";

const token = "a long token of Ada's";
const digest = createHash("sha256").update(token).digest("hex");
const baseUrl = "http://localhost:3000";

/** The documents of the workspace that stores sessions, as text. */
async function storedSessions(storage: Storage): Promise<string> {
  const stored: unknown[] = [];
  for await (const part of storage.copy("~sessions")) stored.push(part);
  return JSON.stringify(stored, (_name, value: unknown) =>
    typeof value === "bigint" ? `${value}` : value,
  );
}

const silent = (): void => undefined;

/** One process of a deployment. */
class Process {
  readonly warned = vi.fn<(details: object, message: string) => void>();
  readonly storage: Storage;
  readonly address: string;
  readonly deployment: Promise<Deployment>;

  constructor(
    storage: Storage = memoryStorage(),
    operators = `Ada:${digest}`,
    address: string = baseUrl,
  ) {
    this.storage = storage;
    this.address = address;
    const logger = { debug: silent, info: silent, warn: this.warned, error: silent };
    const env = { TREASURY_OPERATORS: operators, BASE_URL: address };
    this.deployment = openDeployment({ env, storage, logger });
  }

  async ask(action: string, body?: object, cookie = "", ip = "192.0.2.1"): Promise<Response> {
    const headers = { "content-type": "application/json", cookie };
    const sent = { method: "POST", body: JSON.stringify(body) };
    const request = new Request(`${this.address}/command/${action}`, {
      headers,
      ...(body !== undefined && sent),
    });
    const answer = await sessionHandler(await this.deployment)(request, { native: { ip } });
    return answer ?? Response.error();
  }

  /** Signs in and returns the cookie header. */
  async signIn(): Promise<string> {
    const answer = await this.ask("sign-in", { token });
    if (answer.status !== 200) throw new Error(`Signing in: ${answer.status}.`);
    return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  }

  async statusWith(cookie: string, more: Readonly<Record<string, string>> = {}): Promise<number> {
    const { treasury } = await this.deployment;
    const headers = { cookie, ...more };
    const request = new Request(`${this.address}/api/service/treasury`, { headers });
    return (await treasury.handler(request)).status;
  }
}

afterEach(() => vi.useRealTimers());

describe("a session of the page", () => {
  it("is a random id, of which the database has only the SHA-256", async () => {
    const server = new Process();
    const [first, second] = [await server.signIn(), await server.signIn()];
    const id = first.split("=")[1] ?? "";
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(first).not.toBe(second);
    expect([await server.statusWith(first), await server.statusWith(second)]).toEqual([200, 200]);
    const stored = await storedSessions(server.storage);
    expect(stored).toContain(createHash("sha256").update(id).digest("hex"));
    for (const secret of [id, token, digest]) expect(stored).not.toContain(secret);
  });

  it("cannot be made from what the database contains", async () => {
    const server = new Process();
    const cookie = await server.signIn();
    const digestOfId = createHash("sha256")
      .update(cookie.split("=")[1] ?? "")
      .digest("hex");
    expect(await server.statusWith(`treasury_session=${digestOfId}`)).toBe(401);
  });

  it("is valid beside the credentials of a proxy, but not beside another token", async () => {
    const server = new Process();
    const cookie = await server.signIn();
    expect(await server.statusWith(cookie, { authorization: "Basic YTpi" })).toBe(200);
    for (const authorization of ["Bearer unknown", "bearer unknown", "Bearer"]) {
      expect(await server.statusWith(cookie, { authorization })).toBe(401);
    }
  });

  it("is the oldest of its operator to end when there are more than twenty", async () => {
    const server = new Process();
    const cookies: string[] = [];
    for (let count = 0; count < 22; count += 1) cookies.push(await server.signIn());
    const statuses: number[] = [];
    for (const cookie of cookies) statuses.push(await server.statusWith(cookie));
    expect(statuses).toEqual([401, 401, ...Array.from({ length: 20 }, () => 200)]);
  });

  it("is purged from the database after its end", async () => {
    const server = new Process();
    const cookie = await server.signIn();
    await server.ask("sign-out", {}, cookie);
    await server.storage.purge(Date.now() + 1, 500);
    expect(await storedSessions(server.storage)).not.toContain('"session"');
  });

  it("is valid in every process, and sign-out ends it in every process", async () => {
    const one = new Process();
    const two = new Process(one.storage);
    const [cookie, other] = [await one.signIn(), await one.signIn()];
    expect(await two.statusWith(cookie)).toBe(200);
    expect((await two.ask("sign-out", {}, cookie)).status).toBe(200);
    expect([await one.statusWith(cookie), await two.statusWith(cookie)]).toEqual([401, 401]);
    expect(await (await one.ask("session", undefined, cookie)).json()).toMatchObject({
      operator: null,
    });
    expect(await one.statusWith(other)).toBe(200);
  });

  it("expires after twelve hours, regardless of the browser", async () => {
    const server = new Process(memoryStorage({ now: () => Date.now() }));
    const cookie = await server.signIn();
    vi.useFakeTimers({ now: Date.now() + 11.9 * 3_600_000, toFake: ["Date"] });
    expect(await server.statusWith(cookie)).toBe(200);
    vi.setSystemTime(Date.now() + 0.2 * 3_600_000);
    expect(await server.statusWith(cookie)).toBe(401);
  });

  it("ends when the token's digest is removed from the list", async () => {
    const before = new Process();
    const cookie = await before.signIn();
    const after = new Process(before.storage, `Ada:${"a".repeat(64)}`);
    expect(await after.statusWith(cookie)).toBe(401);
  });

  it("cannot be modified, forged, or used with another deployment", async () => {
    const server = new Process();
    const cookie = await server.signIn();
    const changed = cookie.replace(/(.)(.{10})$/, (_all, one: string, end: string) =>
      one === "a" ? `b${end}` : `a${end}`,
    );
    const elsewhere = await new Process().signIn();
    for (const wrong of [changed, elsewhere, `treasury_session=${token}`, "treasury_session="]) {
      expect(await server.statusWith(wrong)).toBe(401);
    }
    expect(await server.statusWith(`treasury_operator=${encodeURIComponent(token)}`)).toBe(401);
  });

  it("has a cookie for this host only, under https", async () => {
    const server = new Process(memoryStorage(), `Ada:${digest}`, "https://app.example");
    const answer = await server.ask("sign-in", { token });
    const [cookie = "", ...attributes] = answer.headers.getSetCookie()[0]?.split("; ") ?? [];
    expect(cookie).toMatch(/^__Host-treasury_session=/);
    expect(attributes).toEqual([
      "Max-Age=43200",
      "Path=/",
      "HttpOnly",
      "SameSite=Strict",
      "Secure",
    ]);
    expect(await server.statusWith(cookie)).toBe(200);
    expect(await server.statusWith(cookie.replace("__Host-", ""))).toBe(401);
  });
});

describe("a failed sign-in", () => {
  it("is logged with its client, and without the request's content", async () => {
    const server = new Process();
    expect((await server.ask("sign-in", { token: "guess-1" })).status).toBe(401);
    expect(server.warned).toHaveBeenCalledExactlyOnceWith(
      { client: "192.0.2.1", refusals: 1 },
      "[agent-treasury] Sign-in failed.",
    );
  });

  it("is delayed longer with each consecutive failure of its client", async () => {
    const server = new Process();
    const timeOf = async (sent: string, ip: string): Promise<number> => {
      const begun = performance.now();
      await server.ask("sign-in", { token: sent }, "", ip);
      return performance.now() - begun;
    };
    const times = [];
    for (const guess of ["a", "b", "c", "d"]) times.push(await timeOf(guess, "192.0.2.1"));
    for (const [index, least] of [95, 195, 395, 795].entries()) {
      expect(times[index]).toBeGreaterThan(least);
    }
    const answered: string[] = [];
    const ask = async (name: string, sent: string, ip: string): Promise<void> => {
      await server.ask("sign-in", { token: sent }, "", ip);
      answered.push(name);
    };
    await Promise.all([
      ask("the next failure", "e", "192.0.2.1"),
      ask("the right token", token, "192.0.2.1"),
      ask("another client", "f", "192.0.2.2"),
    ]);
    expect(answered.at(-1)).toBe("the next failure");
  });

  it("is rejected while several attempts of its client wait, without affecting other clients", async () => {
    const server = new Process();
    await server.signIn();
    const guesses = Array.from({ length: 8 }, (_, index) =>
      server.ask("sign-in", { token: `guess-${index}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await server.ask("sign-in", { token }, "", "192.0.2.9")).status).toBe(200);
  });

  it("never keeps the right token out, also from the same address", async () => {
    const server = new Process();
    await server.signIn();
    const guesses = Array.from({ length: 120 }, (_, index) =>
      server.ask("sign-in", { token: `guess-${index}` }),
    );
    for (let count = 0; count < 5; count += 1) {
      expect((await server.ask("sign-in", { token })).status).toBe(200);
    }
    await Promise.all(guesses);
  });
});
