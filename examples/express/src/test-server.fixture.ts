import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@agent-treasury/server";
import { type RunningServer, startServer } from "@agent-treasury/server/node";
import { createApp } from "./create-app.ts";

/** A server on a free port, with a database of its own. */
export interface TestServer extends RunningServer {
  /** The public address, where a browser would be. */
  readonly url: string;
  /** Requests a path without following redirects. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON. */
  send(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Serves the sandbox on a free port. */
export async function testServer(env: Environment = {}): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-"));
  const running = await startServer(createApp, {
    env: {
      PORT: "0",
      TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
      TREASURY_SANDBOX: "on",
      ...env,
    },
  });
  // The public URL is not local, so requests go to the local URL.
  const { baseUrl } = running.deployment.settings;
  const url = baseUrl.startsWith("http://localhost") ? baseUrl : running.localUrl;
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, { redirect: "manual", ...init });
  return {
    ...running,
    url,
    ask,
    send: (path, body, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      await running.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
