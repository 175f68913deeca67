import { once } from "node:events";
import { type Socket, connect } from "node:net";
import type { Environment } from "@agent-treasury/server";
import { type RunningServer, isListenError, startServer } from "@agent-treasury/server/node";
import { afterEach, describe, expect, it } from "vitest";
import { createApp } from "./create-app.ts";

const serve = (env: Environment, otherPorts: readonly number[] = []): Promise<RunningServer> =>
  startServer(createApp, { env, otherPorts });

const memory = { TREASURY_DATABASE_URL: "memory:" };

function portOf({ localUrl }: RunningServer): string {
  return new URL(localUrl).port;
}

/** Reads until the other side closes. */
async function readAll(socket: Socket): Promise<string> {
  let text = "";
  for await (const piece of socket) text += String(piece);
  return text;
}

describe("startServer", () => {
  const running: RunningServer[] = [];
  const start = async (...given: Parameters<typeof serve>): Promise<RunningServer> => {
    const server = await serve(...given);
    running.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });

  it("uses the actual port in the public URL", async () => {
    const server = await start({ ...memory, PORT: "0" });
    expect(portOf(server)).not.toBe("0");
    expect(server.deployment.settings.baseUrl).toBe(`http://localhost:${portOf(server)}`);
    const health = await fetch(`${server.localUrl}/api/service/health`);
    expect(await health.json()).toEqual({ ok: true });
  });

  it("reports a port that is in use, and the fix", async () => {
    const PORT = portOf(await start({ ...memory, PORT: "0" }));
    const second = serve({ ...memory, PORT });
    await expect(second).rejects.toSatisfy(isListenError);
    await expect(second).rejects.toThrow(
      `Another program listens on 127.0.0.1, port ${PORT}. Stop it, or set PORT to a free port.`,
    );
  });

  it("uses another port if allowed", async () => {
    const PORT = portOf(await start({ ...memory, PORT: "0" }));
    const second = await start({ ...memory, PORT }, [Number(PORT), 0]);
    expect(portOf(second)).not.toBe(PORT);
    expect(second.deployment.settings.baseUrl).toBe(`http://localhost:${portOf(second)}`);
  });

  it("reports a listen address that is not local", async () => {
    const elsewhere = serve({ ...memory, PORT: "0", LISTEN_ADDRESS: "192.0.2.1" });
    await expect(elsewhere).rejects.toThrow("192.0.2.1 is not an address of this machine.");
  });

  it("completes a request in flight before it stops, and rejects others", async () => {
    const server = await start({ ...memory, TREASURY_SANDBOX: "on", PORT: "0" });
    const port = Number(portOf(server));
    const body = JSON.stringify({ message: "How much is left?" });
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      [
        "POST /api/service/agent HTTP/1.1",
        `host: localhost:${port}`,
        "content-type: application/json",
        `content-length: ${body.length}`,
        "connection: close",
        "",
        body.slice(0, 5),
      ].join("\r\n"),
    );
    // This response on another connection shows that the first part above has arrived.
    await fetch(`${server.localUrl}/api/service/health`, { headers: { connection: "close" } });
    let hasStopped = false;
    const stopped = server.stop().then(() => (hasStopped = true));
    const late = await fetch(`${server.localUrl}/api/service/treasury`);
    expect([late.status, late.headers.get("connection")]).toEqual([503, "close"]);
    expect(await late.json()).toMatchObject({ code: "shutting_down" });
    expect(hasStopped).toBe(false);
    socket.write(body.slice(5));
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("The balance is $0.00");
    await stopped;
    const afterwards = connect(port, "127.0.0.1");
    await expect(once(afterwards, "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    const health = await server.deployment.treasury.handler(
      new Request("http://localhost/api/service/health"),
    );
    expect(health.status).toBe(503);
  });
});
