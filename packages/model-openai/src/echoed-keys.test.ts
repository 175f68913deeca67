import { inspect } from "node:util";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openaiModel } from "./openai-model.ts";
import { openaiJudge } from "./safety/openai-judge.ts";

/** Matches no common pattern of a key. */
const apiKey = "Zq7+Kx/93mVt-Lw0Rb.Yn5_Hd";
const baseUrl = "https://models.private.example/tenant-7/v1";
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const encoded = (text: string): string => Buffer.from(text).toString("base64");
const error = (fields: object, status = 400, headers: Record<string, string> = {}) =>
  HttpResponse.json({ error: { message: "No.", ...fields } }, { status, headers });
const said = (echo: string, status = 400) =>
  error({ message: `The key ${echo} is no good.` }, status);

/** Answers that repeat the key in different forms. */
const echoes: Readonly<Record<string, () => Response>> = {
  "in the message": () => said(apiKey),
  "in the message of 401": () => said(apiKey, 401),
  "in the message of 500": () => said(apiKey, 500),
  "after Bearer": () => said(`Bearer ${apiKey}`),
  "in a header line": () => said(`authorization: Bearer ${apiKey}`),
  "in JSON within the message": () => said(JSON.stringify({ headers: { key: apiKey } })),
  "in JSON with escapes": () => said(apiKey.replaceAll("/", "\\/").replaceAll("+", "\\u002b")),
  "URL-encoded": () => said(encodeURIComponent(apiKey)),
  "URL-encoded twice": () => said(encodeURIComponent(encodeURIComponent(apiKey))),
  "HTML-escaped": () => said(apiKey.replaceAll("+", "&#43;").replaceAll("/", "&#x2F;")),
  "in base64": () => said(encoded(apiKey)),
  "in base64url": () => said(Buffer.from(apiKey).toString("base64url")),
  "in base64 with a user's name": () => said(`Basic ${encoded(`user:${apiKey}`)}`),
  "in hexadecimal": () => said(Buffer.from(apiKey).toString("hex")),
  "in upper case": () => said(apiKey.toUpperCase()),
  "truncated to its beginning": () => said(`${apiKey.slice(0, 12)}…`),
  "truncated to its end": () => said(`…${apiKey.slice(-10)}`),
  "masked in the middle": () => said(`${apiKey.slice(0, 5)}********${apiKey.slice(-4)}`),
  "split by spaces": () => said(Array.from(apiKey).join(" ")),
  "split over lines": () =>
    said(`${apiKey.slice(0, 9)}\n${apiKey.slice(9, 18)}\n${apiKey.slice(18)}`),
  "split by invisible characters": () => said(Array.from(apiKey).join("\u200b")),
  reversed: () => said(Array.from(apiKey).toReversed().join("")),
  "at the place where a long message is cut": () => said(`${"x ".repeat(135)}${apiKey}`),
  "as the code": () => error({ code: apiKey }),
  "as the type": () => error({ type: apiKey }),
  "as the parameter": () => error({ param: apiKey }),
  "in a field beside the error": () =>
    HttpResponse.json({ error: { message: "No." }, request: { key: apiKey } }, { status: 400 }),
  "in a response header": () => error({}, 400, { "x-echo": encodeURIComponent(apiKey) }),
  "as the request id": () => error({}, 400, { "x-request-id": apiKey }),
  "as plain text": () => new HttpResponse(`no: ${apiKey}`, { status: 502 }),
  "as JSON that breaks off": () =>
    new HttpResponse(`{"key":"${apiKey}`, { headers: { "content-type": "application/json" } }),
  "in an event": () =>
    new HttpResponse(`data: ${JSON.stringify({ error: { message: apiKey } })}\n\n`, {
      headers: { "content-type": "text/event-stream" },
    }),
  "in an event that is no JSON": () =>
    new HttpResponse(`data: {"key ${apiKey}\n\n`, {
      headers: { "content-type": "text/event-stream" },
    }),
};

function squash(part: string): string {
  return part.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

/** Returns the forms of the key, or of eight characters of it, found in a text. */
function leaksOf(text: string): readonly string[] {
  const forms = [apiKey, encoded(apiKey), encoded(`user:${apiKey}`).slice(8)];
  forms.push(Buffer.from(apiKey).toString("hex"), Array.from(apiKey).toReversed().join(""));
  const windows = forms
    .map(squash)
    .flatMap((form) =>
      Array.from({ length: form.length - 7 }, (_, start) => form.slice(start, start + 8)),
    );
  const decoded = text
    .replace(/%25/g, "%")
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
    .replace(/&#(x?)([0-9a-f]+);/gi, (_all, x: string, code: string) =>
      String.fromCharCode(Number.parseInt(code, x === "" ? 10 : 16)),
    );
  const found = windows.filter((window) => squash(decoded).includes(window));
  return text.includes("********") ? ["masked", ...found] : found;
}

/** Everything that a turn's caller, the error console, a logger and `onFailure` receive. */
async function everythingOf(client?: OpenAI): Promise<string> {
  const seen: unknown[] = [];
  const written = vi
    .spyOn(console, "error")
    .mockImplementation((...parts) => void seen.push(parts));
  const note = (...parts: readonly unknown[]): void => void seen.push(parts);
  const options = { model: "m", maximumRetries: 0 };
  const model = openaiModel(client ? { ...options, client } : { ...options, apiKey, baseUrl });
  for (const logger of [undefined, { debug: note, info: note, warn: note, error: note }]) {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      model,
      ...(logger && { logger, onFailure: note }),
    });
    const request = new Request("http://localhost:3000/api/service/agent", {
      method: "POST",
      body: '{"message":"Go."}',
      headers: { "content-type": "application/json" },
    });
    const response = await treasury.handler(request);
    const answer = await response.text();
    expect(response.status).toBe(500);
    expect(answer).not.toMatch(/private|tenant-7|openai-model\.ts/);
    seen.push(answer);
    await treasury.close();
  }
  expect(written).toHaveBeenCalled();
  return inspect(seen, { depth: 20, showHidden: true, maxStringLength: null, breakLength: 400 });
}

describe("an endpoint that repeats the key", () => {
  it.each(Object.entries(echoes))("leaks it into no answer or log: %s", async (_form, echo) => {
    server.use(http.post(`${baseUrl}/chat/completions`, echo));
    const everything = await everythingOf();
    expect(everything).toContain("model_failed");
    expect(leaksOf(everything)).toEqual([]);
  });

  it("leaks no key of the app's own client", async () => {
    server.use(http.post(`${baseUrl}/chat/completions`, () => said(encodeURIComponent(apiKey))));
    expect(leaksOf(await everythingOf(new OpenAI({ apiKey, baseURL: baseUrl })))).toEqual([]);
  });

  it("leaks it into no error of the judge", async () => {
    server.use(http.post(`${baseUrl}/chat/completions`, () => said(encoded(apiKey))));
    const options = { model: "llama-guard3", apiKey, baseUrl, maximumRetries: 0 };
    const { signal } = new AbortController();
    const spend = { text: "pens", amountUsd: 5, vendor: "Acme", purpose: "pens", category: null };
    const failure: unknown = await openaiJudge(options)
      .judge({ ...spend, signal })
      .catch((thrown: unknown) => thrown);
    expect(leaksOf(inspect(failure, { depth: 20, showHidden: true }))).toEqual([]);
  });

  it("preserves type, status, code and request id", async () => {
    const headers = { "x-request-id": "req_42" };
    server.use(
      http.post(`${baseUrl}/chat/completions`, () => error({ code: "overloaded" }, 503, headers)),
    );
    const everything = await everythingOf();
    for (const part of ["InternalServerError", "503", "overloaded", "req_42"]) {
      expect(everything).toContain(part);
    }
  });
});
