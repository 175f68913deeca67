import { gzipSync } from "node:zlib";
import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import type { Express } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

interface Received {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function received(response: Response): Promise<Received> {
  expect(response.status).toBe(200);
  return (await response.json()) as Received;
}

const json = { "content-type": "application/json" };

describe.each(expressVersions)("%s, with a body that was consumed before", (_, express) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  /** Serves a handler that returns the body it received, after the middleware of `prepare`. */
  async function post(
    prepare: (app: Express) => void,
    sent: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
  ): Promise<Response> {
    const app = express();
    prepare(app);
    app.use(
      "/api/service",
      expressHandler({
        handler: async (request) => {
          try {
            const text = await request.text();
            const { headers } = request;
            return Response.json({ text, headers: Object.fromEntries(headers) } satisfies Received);
          } catch (error) {
            if (!isTreasuryError(error)) throw error;
            return Response.json({ code: error.code }, { status: error.status });
          }
        },
      }),
    );
    const { origin, close } = await serve(app);
    closers.push(close);
    return fetch(`${origin}/api/service/agent`, { method: "POST", ...sent });
  }

  it("serializes a parsed JSON body again, with the new length", async () => {
    const body = '{ "message" :\n "grüße",  "history": [ ] }';
    const { text, headers } = await received(
      await post((app) => app.use(express.json()), { headers: json, body }),
    );
    expect(text).toBe('{"message":"grüße","history":[]}');
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
    expect(headers["transfer-encoding"]).toBeUndefined();
  });

  it("prefers the bytes stored by a parser's verify hook", async () => {
    const body = '{ "signed" : 1.0 }';
    const keep = express.json({
      verify: (request, __, bytes) => {
        Object.assign(request, { rawBody: bytes });
      },
    });
    const { text } = await received(await post((app) => app.use(keep), { headers: json, body }));
    expect(text).toBe(body);
  });

  it.each(["raw", "text"] as const)("uses the body of express.%s unchanged", async (parser) => {
    const body = '{ "message": "grüße" ';
    const { text } = await received(
      await post((app) => app.use(express[parser]({ type: "*/*" })), { headers: json, body }),
    );
    expect(text).toBe(body);
  });

  it("does not decompress twice", async () => {
    const body = new Uint8Array(gzipSync('{"message":"Hello."}'));
    const { text, headers } = await received(
      await post((app) => app.use(express.json()), {
        headers: { ...json, "content-encoding": "gzip" },
        body,
      }),
    );
    expect(text).toBe('{"message":"Hello."}');
    expect(headers["content-encoding"]).toBeUndefined();
  });

  it.each(["{}", "[]", "null", "false", "7", '"text"'])("passes %s on", async (body) => {
    const { text } = await received(
      await post((app) => app.use(express.json({ strict: false })), { headers: json, body }),
    );
    // A parsed string looks like an unparsed one. The handler rejects either.
    expect(text).toBe(body === '"text"' ? "text" : body);
  });

  it("reads the body itself if the parser skipped it", async () => {
    const headers = { "content-type": "application/json-seq" };
    const { text } = await received(
      await post((app) => app.use(express.json(), express.urlencoded({ extended: false })), {
        headers,
        body: "untouched",
      }),
    );
    expect(text).toBe("untouched");
  });

  it("passes a parsed form on without its fields, and the service rejects its content type", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await received(
      await post((app) => app.use(express.urlencoded({ extended: false })), {
        headers,
        body: "message=Hello",
      }),
    );
    expect(response.text).toBe("");
    expect(response.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  it("passes on a body without a content type, so that the service rejects it", async () => {
    const body = new TextEncoder().encode('{"workspaceId":"acme"}');
    const parseAll = express.json({ type: () => true });
    const { text, headers } = await received(
      await post((app) => app.use(parseAll), { headers: {}, body }),
    );
    expect(text).toBe('{"workspaceId":"acme"}');
    expect(headers["content-type"]).toBeUndefined();
  });

  it("adds no content type to an empty body", async () => {
    const body = new Uint8Array();
    const parseAll = express.json({ type: () => true });
    const { text, headers } = await received(
      await post((app) => app.use(parseAll), { headers: {}, body }),
    );
    expect(["", "{}"]).toContain(text);
    expect(headers["content-type"]).toBeUndefined();
  });

  it.each<Record<string, string>>([json, {}])(
    "rejects a body that was consumed and not stored: %j",
    async (headers) => {
      const response = await post(
        (app) => {
          app.use((request, __, next) => {
            request.resume();
            request.on("end", () => next());
          });
        },
        { headers, body: new TextEncoder().encode('{"message":"Hello."}') },
      );
      expect(response.status).toBe(new TreasuryError("body_already_read", "").status);
      expect(await response.json()).toEqual({ code: "body_already_read" });
    },
  );

  it("treats an empty body as empty, even if it was consumed", async () => {
    for (const prepare of [
      (app: Express) => app.use(express.json()),
      (app: Express) =>
        app.use((request, __, next) => {
          request.resume();
          request.on("end", () => next());
        }),
    ]) {
      const { text } = await received(await post(prepare, { headers: json, body: "" }));
      expect(["", "{}"]).toContain(text);
    }
  });

  it("leaves malformed JSON to the parser that rejected it", async () => {
    const response = await post((app) => app.use(express.json()), {
      headers: json,
      body: '{"message": ',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toContain("text/html");
  });
});
