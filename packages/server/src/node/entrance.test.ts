import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { entrance } from "./entrance.ts";

async function serveEntrance() {
  const { listener, ...rest } = entrance();
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    const { status, headers } = response;
    return { status, retryAfter: headers.get("retry-after"), text: await response.text() };
  };
  return { ...rest, ask };
}

const starting = {
  status: 503,
  retryAfter: "1",
  text: expect.stringContaining('"code":"starting"'),
};

it("responds to health checks with 503 until it is open, and lets other requests wait for the app", async () => {
  const { ask, open } = await serveEntrance();
  const waiting = ask("/api/service/treasury");
  expect(await ask("/api/service/health")).toEqual(starting);
  open((request, response) => void response.end(`app: ${request.url}`));
  expect(await waiting).toMatchObject({ status: 200, text: "app: /api/service/treasury" });
  expect(await ask("/api/service/health")).toMatchObject({ status: 200 });
});

it("responds to waiting requests when the start fails", async () => {
  const { ask, fail } = await serveEntrance();
  const waiting = ask("/command");
  expect(await ask("/api/service/health?deep=1")).toEqual(starting);
  fail();
  expect(await waiting).toEqual(starting);
});
