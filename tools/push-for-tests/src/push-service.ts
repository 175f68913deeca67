import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type GuardedFetchOptions, guardedFetch } from "@agent-treasury/outbound-fetch";
import type { OutboundFetch } from "@agent-treasury/provider";
import { importJWK, jwtVerify } from "jose";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";

export interface ReceivedPush {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As the browser decrypts it. */
  readonly text: string;
  /** The contact of the sender. */
  readonly subject: unknown;
}

/** A browser that is subscribed: its keys stay in the test. */
export interface StandInBrowser {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
}

/** A push service on this machine. It refuses what a real one refuses, and decrypts as a browser. */
export interface PushService {
  readonly origin: string;
  readonly received: readonly ReceivedPush[];
  /** Statuses of refused requests. */
  readonly refused: readonly number[];
  /** Answers the next requests in place of the service. */
  readonly answers: ((response: ServerResponse) => void)[];
  /** Reaches this server and no other address of the machine. */
  readonly fetch: OutboundFetch;
  /** The options of `fetch`, for another process. */
  readonly reached: GuardedFetchOptions;
  /** Subscribes a browser for the pushes of one sender. */
  subscribe(publicKey: string): StandInBrowser;
  /** The browser unsubscribes, so that its pushes are answered with 410. */
  unsubscribe(browser: StandInBrowser): void;
}

interface Keys {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
  readonly sender: string;
}

export async function openPushService(
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<PushService> {
  const browsers = new Map<string, Keys>();
  const received: ReceivedPush[] = [];
  const refused: number[] = [];
  const answers: ((response: ServerResponse) => void)[] = [];
  const { cert, private: key } = await certificate();
  const server = createServer({ cert, key }, (request, response) => {
    void answerTo(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const origin = `https://127.0.0.1:${port}`;

  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await bytesOf(request);
    const browser = browsers.get(request.url ?? "");
    if (browser === undefined) return 410;
    const { headers } = request;
    if (!/^\d+$/.test(String(headers["ttl"]))) return 400;
    if (!/^[\w-]{1,32}$/.test(String(headers["topic"] ?? "none"))) return 400;
    if (headers["content-encoding"] !== "aes128gcm" || body.length > 4_096) return 400;
    const subject = await senderOf(headers.authorization ?? "", browser.sender, origin);
    if (subject === null) return 403;
    const text = decryptPush(body, browser);
    received.push({ path: request.url ?? "", headers, text, subject });
    return 201;
  };
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await receive(request);
    if (status !== 201) refused.push(status);
    const answer = status === 201 ? answers.shift() : undefined;
    if (answer === undefined) response.writeHead(status).end();
    else answer(response);
  };
  const reached = { allow: ["127.0.0.1/32"], ports: [443, port], ca: cert };
  return {
    origin,
    received,
    refused,
    answers,
    fetch: guardedFetch(reached),
    reached,
    subscribe: (sender) => {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      browsers.set(path, { ecdh, auth, sender });
      const keys = { p256dh, auth: auth.toString("base64url") };
      return { subscription: { endpoint: origin + path, keys } };
    },
    unsubscribe: ({ subscription }) => {
      browsers.delete(new URL(subscription.endpoint).pathname);
    },
  };
}

/** Verifies the signature of the sender (RFC 8292). */
async function senderOf(header: string, sender: string, audience: string): Promise<unknown> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (key !== sender) return null;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  try {
    const verified = await jwtVerify(token, await importJWK(jwk, "ES256"), { audience });
    const { sub, exp = Number.POSITIVE_INFINITY } = verified.payload;
    return exp - Date.now() / 1_000 <= 86_400 ? (sub ?? null) : null;
  } catch {
    return null;
  }
}

/** Decrypts a push of one record (RFC 8291 and RFC 8188). */
export function decryptPush(body: Buffer, { ecdh, auth }: Pick<Keys, "ecdh" | "auth">): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + senderKey.length);
  const secret = ecdh.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const input = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const derived = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", input, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("It is not the last record.");
  return padded.subarray(0, end).toString("utf8");
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function certificate(): Promise<{ readonly cert: string; readonly private: string }> {
  return generate([{ name: "commonName", value: "push" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
}
