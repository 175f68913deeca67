import type { Logger } from "@agent-treasury/provider";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sendTo } from "../features/external-agents/agent-world.fixture.ts";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

afterEach(() => vi.useRealTimers());

const ada = { name: "Ada" };
const headers = { authorization: "Bearer secret" };

function world(options: Readonly<Record<string, unknown>>) {
  const reported: unknown[] = [];
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    recoverySeconds: false,
    authenticate: () => ada,
    onFailure: ({ error }: { readonly error: unknown }) => void reported.push(error),
    ...options,
  });
  const read = () => sendTo<{ error: string }>(treasury, "GET /treasury", headers);
  return { treasury, reported, read };
}

const silent = (): void => undefined;
const failing = (): Promise<never> => Promise.reject(new Error("The disk is full."));
const down = new Error("The directory is down at db.internal.");
const hanging = (): Promise<never> => new Promise(() => {});
const mcp = (authenticate: unknown) => ({
  mcp: { server: { specificationVersion: "1", answer: hanging }, authenticate },
});

describe("an access option that fails", () => {
  it.each([
    [
      "authenticate throws",
      {
        authenticate: () => {
          throw down;
        },
      },
    ],
    ["authenticate rejects", { authenticate: () => Promise.reject(down) }],
    [
      "authorize throws",
      {
        authorize: () => {
          throw down;
        },
      },
    ],
    ["authorize rejects", { authorize: () => Promise.reject(down) }],
    [
      "rateLimit throws",
      {
        rateLimit: () => {
          throw down;
        },
      },
    ],
    ["rateLimit rejects", { rateLimit: () => Promise.reject(down) }],
    ["mcp.authenticate rejects", mcp(() => Promise.reject(down))],
  ])("returns 503 and is reported with its cause: %s", async (_what, options) => {
    const { read, reported } = world(options);
    const { status, body } = await read();
    expect([status, body.code]).toEqual([503, "access_check_failed"]);
    expect(body.error).not.toContain("db.internal");
    expect(reported).toMatchObject([{ code: "access_check_failed", cause: down }]);
  });

  it("is logged", async () => {
    const logged: [object, string][] = [];
    const error = (details: object, message: string): void => void logged.push([details, message]);
    const logger: Logger = { debug: silent, info: silent, warn: silent, error };
    const { read } = world({
      logger,
      onFailure: undefined,
      authenticate: () => Promise.reject(down),
    });
    await read();
    expect(JSON.stringify(logged)).toContain("access_check_failed");
  });

  it.each([
    ["authenticate", { authenticate: hanging }],
    ["authorize", { authorize: hanging }],
    ["mcp.authenticate", mcp(hanging)],
    ["rateLimit", { rateLimit: hanging }],
    ["authenticate with a promise of its own", { authenticate: () => ({ then: silent }) }],
  ])("holds a request for at most ten seconds: %s", async (_what, options) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { read, reported } = world(options);
    const answered = read();
    await vi.advanceTimersByTimeAsync(10_000);
    const { status, body } = await answered;
    expect([status, body.code]).toEqual([503, "access_check_failed"]);
    expect(reported).toHaveLength(1);
  });
});

it.each([
  ["an object", { allowed: false }],
  ["a text", "no"],
  ["an empty list", []],
  ["a Response", new Response(null, { status: 403 })],
  ["a number", 1],
  ["nothing", undefined],
])("authorize that returns %s denies", async (_what, answer) => {
  const { read } = world({ authorize: () => answer });
  expect((await read()).status).toBe(403);
});

it("a logger whose promise rejects does not end the process", async () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on("unhandledRejection", unhandled);
  const logger = { debug: failing, info: failing, warn: failing, error: failing };
  const { read, treasury } = world({ logger, authenticate: () => null });
  expect((await read()).status).toBe(401);
  await treasury.reset({ operator: "Ada" });
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
