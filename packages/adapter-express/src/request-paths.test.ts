import { once } from "node:events";
import { connect } from "node:net";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";
import { normalRequests } from "./normal-requests.ts";

/** Spellings that a URL parser or a router treats as `/api/service/treasury/decide`. */
const spellings = [
  "/api/service/treasury/./decide",
  "/api/service/./treasury/decide",
  "/api/service/x/../treasury/decide",
  "/x/../api/service/treasury/decide",
  "/api/service/treasury/x/../decide",
  "/api/service/treasury/%2e/decide",
  "/api/service/treasury/x/%2e%2e/decide",
  "/api/service/treasury/x/.%2E/decide",
  "/api/service\\treasury\\decide",
  "/api/service/treasury\\decide",
  "/api/service/treasury/x\\..\\decide",
  "/api/service/treasury/%64ecide",
  "/api/service/treasury/decid%65",
  "/api/service//treasury/decide",
  "/api/service/treasury/decide/.",
  "/api/service/treasury/decide#",
];

describe.each(expressVersions)("%s", (_, express) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  /** An app with path-based access control in front of the service, and its own page. */
  async function mount(): Promise<{ readonly origin: string; readonly handled: string[] }> {
    const handled: string[] = [];
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
    const app = express();
    app.use("/strict", normalRequests(), (request, response) => {
      response.end(`page of ${request.originalUrl}`);
    });
    app.use("/api/service/treasury/decide", (_request, response) => {
      response.status(403).end("guarded");
    });
    app.use(
      expressHandler({
        handler: async (request, context) => {
          handled.push(request.url);
          return treasury.handler(request, context);
        },
      }),
    );
    const { origin, close } = await serve(app);
    closers.push(close, () => treasury.close());
    return { origin, handled };
  }

  it.each(spellings)("responds with 404 to %s", async (target) => {
    const { origin, handled } = await mount();
    const { host } = new URL(origin);
    const body = '{"proposalId":"prop_1","decision":"approve"}';
    const status = await send(origin, [
      `POST ${target} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
      "",
      body,
    ]);
    // The guard matches the path itself, with any suffix.
    const isGuarded = target.startsWith("/api/service/treasury/decide");
    expect(status).toBe(isGuarded ? 403 : 404);
    expect(handled.filter((url) => new URL(url).pathname.endsWith("/treasury/decide"))).toEqual(
      target.includes("//") ? [`${origin}${target}`] : [],
    );
  });

  it("responds with 400 to two Host lines, and with 404 to unusual paths of the app", async () => {
    const { origin } = await mount();
    const { host } = new URL(origin);
    const ask = (path: string, ...hosts: string[]) =>
      send(origin, [
        `GET ${path} HTTP/1.1`,
        ...hosts.map((name) => `Host: ${name}`),
        "Connection: close",
        "",
        "",
      ]);
    for (const path of ["/api/service/health", "/strict"]) {
      expect(await ask(path, host)).toBe(200);
      expect(await ask(path, host, host)).toBe(400);
      expect(await ask(path, host, "evil.example")).toBe(400);
    }
    expect(await ask("/strict/a/b", host)).toBe(200);
    expect(await ask("/strict/a/../b", host)).toBe(404);
    expect(await ask("/strict/%61", host)).toBe(404);
  });
});

/** Sends lines unchanged and resolves with the response status. */
async function send(origin: string, lines: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(lines.join("\r\n"));
  let answer = "";
  for await (const piece of socket) answer += String(piece);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}
