import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import type { OutboundFetch } from "@agent-treasury/provider";
import { expect, it, onTestFinished } from "vitest";
import { sendWebhook } from "./send-webhook.ts";
import { newSecret } from "./signing-secrets.ts";
import { turnEnded } from "./test-webhooks.fixture.ts";
import { webhookPayload } from "./webhook-payload.ts";

const longestMs = 110_000;

/** The receiver of the README. It has no types, so that it is also JavaScript. */
function receiverOfReadme(): string {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/```ts\n([\s\S]+?)```/g)].map(([, code = ""]) => code);
  const receiver = blocks.find((code) => code.includes('from "express"'));
  if (receiver === undefined) throw new Error("The README has no Express receiver.");
  return receiver;
}

async function startReceiver(secret: string) {
  // Below the package, so that its imports are found.
  const folder = new URL(`../node_modules/.cache/receiver-${process.pid}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL("receiver.mjs", folder);
  writeFileSync(file, receiverOfReadme());
  const port = await freePort();
  const child = spawn(process.execPath, [file.pathname], {
    env: { PATH: process.env["PATH"], PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: longestMs,
  });
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true });
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${port}/hook`, printed: () => printed };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Sends to a receiver that has no TLS. */
const plainFetch: OutboundFetch = async ({ url, method, headers, body }) => {
  const { status } = await fetch(url, { method, headers, body });
  return { status, headers: {}, body: new Uint8Array(), isTruncated: false };
};

it("the Express receiver of the README accepts our deliveries and no others", async () => {
  const secret = newSecret();
  const { url, printed } = await startReceiver(secret);
  const { signal } = new AbortController();
  const send = (secrets: readonly string[]) => {
    const { id } = turnEnded;
    const payload = webhookPayload(turnEnded);
    return sendWebhook(plainFetch, { url, id, payload, secrets, nowMs: Date.now(), signal });
  };
  expect((await send([newSecret()])).status).toBe(400);
  expect((await send([])).status).toBe(400);
  expect(printed()).not.toContain(turnEnded.id);
  expect((await send([secret])).status).toBe(204);
  expect((await send([newSecret(), secret])).status).toBe(204);
  expect(printed()).toContain(turnEnded.id);
});
