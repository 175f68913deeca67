import type { Logger } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const baseUrl = "http://localhost:3000";

function recordingLogger() {
  const lines: [level: string, details: object, message: string][] = [];
  const at = (level: string) => (details: object, message: string) =>
    void lines.push([level, details, message]);
  const logger: Logger = {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
  return { lines, logger };
}

it("logs requests, commits, rejected callers and failures", async () => {
  const { lines, logger } = recordingLogger();
  const storage = memoryStorage();
  const treasury = createTreasury({
    baseUrl,
    storage,
    logger,
    authenticate: ({ request }) => (request.headers.has("authorization") ? { name: "Ada" } : null),
  });
  const ask = (headers: Record<string, string>) =>
    treasury.handler(new Request(`${baseUrl}/api/service/treasury`, { headers }));
  await ask({ authorization: "yes", "x-request-id": "one" });
  await ask({ "x-request-id": "two" });
  await treasury.reset();
  storage.view = () => Promise.reject(new Error("sk_live_abcdefghijklmnop is not known."));
  await ask({ authorization: "yes", "x-request-id": "three" });
  expect(lines).toMatchObject([
    [
      "debug",
      { requestId: "one", action: "readTreasury", status: 200, code: null },
      "[agent-treasury] answered",
    ],
    [
      "warn",
      { requestId: "two", status: 401, code: "unauthenticated" },
      "[agent-treasury] refused",
    ],
    [
      "info",
      { kind: "workspaceReset", workspaceId: "demo", epoch: 2 },
      "[agent-treasury] workspaceReset",
    ],
    [
      "error",
      { requestId: "three", error: { message: "[redacted] is not known." } },
      "[agent-treasury] failed",
    ],
    [
      "debug",
      { requestId: "three", status: 500, code: "internal_error" },
      "[agent-treasury] answered",
    ],
  ]);
});

it("accepts the console as a logger", () => {
  const logger: Logger = console;
  expect(() => createTreasury({ baseUrl, storage: memoryStorage(), logger })).not.toThrow();
});
