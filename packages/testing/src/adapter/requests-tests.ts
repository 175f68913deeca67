import type { AdapterTest } from "./adapter-under-test.ts";
import { type RawRequest, exchange } from "./raw-exchange.ts";
import { type Echo, sha256 } from "./scripted-echo.ts";

const json = { "content-type": "application/json" };

async function echoOf(origin: string, request: RawRequest): Promise<Echo> {
  const { status, body } = await exchange(origin, request);
  if (status !== 200) throw new Error(`The echo responded with ${status}: ${body.toString()}`);
  return JSON.parse(body.toString()) as Echo;
}

export const requestTests: readonly AdapterTest[] = [
  {
    name: "passes on a request: its method",
    run: async ({ expect, origin, basePath }) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        const echo = await echoOf(origin, { method, path: `${basePath}/echo` });
        expect(echo.method).toBe(method);
      }
    },
  },

  {
    name: "passes on a request: its path and query, with their encoding",
    run: async ({ expect, origin, basePath }) => {
      for (const below of [
        "/echo",
        "/echo/agents/m-1",
        "/echo/a%2Fb/%C3%BC",
        "/echo?workspaceId=demo",
        "/echo?session_id=cs_1%26x%3D2&workspaceId=a%3Ab&empty=",
        "/echo?twice=1&twice=2",
      ]) {
        const { url } = await echoOf(origin, { path: basePath + below });
        expect(url.slice(new URL(url).origin.length)).toBe(basePath + below);
      }
    },
  },

  {
    name: "passes on a request: the host of its Host header",
    run: async ({ expect, origin, basePath }) => {
      const echo = await echoOf(origin, {
        path: `${basePath}/echo`,
        headers: { host: "treasury.example:8443", "x-forwarded-host": "evil.example" },
      });
      expect(new URL(echo.url).host).toBe("treasury.example:8443");
      expect(echo.headers["host"]).toBe("treasury.example:8443");
    },
  },

  {
    name: "passes on a request: its headers, including repeated ones",
    run: async ({ expect, origin, basePath }) => {
      const { headers } = await echoOf(origin, {
        path: `${basePath}/echo`,
        headers: {
          Authorization: "Bearer token",
          Origin: "https://app.example",
          "X-Twice": ["one", "two"],
          Cookie: "a=1; b=2",
        },
      });
      expect(headers["authorization"]).toBe("Bearer token");
      expect(headers["origin"]).toBe("https://app.example");
      expect(headers["x-twice"]).toBe("one, two");
      expect(headers["cookie"]).toBe("a=1; b=2");
    },
  },

  {
    name: "passes on a request: a JSON body with any characters",
    run: async ({ expect, origin, basePath }) => {
      const value = { message: 'grüße 世界 🪙 \u0000 "quoted"', history: [{ n: 0.1 }, null] };
      const sent = { method: "POST", path: `${basePath}/echo`, body: JSON.stringify(value) };
      for (const headers of [json, { ...json, "transfer-encoding": "chunked" }]) {
        const echo = await echoOf(origin, { ...sent, headers });
        expect(JSON.parse(echo.bodyText ?? "")).toEqual(value);
        expect(echo.headers["content-type"]).toBe("application/json");
      }
    },
  },

  {
    name: "passes on a request: an empty body",
    run: async ({ expect, origin, basePath }) => {
      for (const headers of [json, { ...json, "content-length": "0" }, {}]) {
        const echo = await echoOf(origin, { method: "POST", path: `${basePath}/echo`, headers });
        expect(echo.bodyBytes <= "{}".length).toBe(true);
      }
    },
  },

  {
    name: "passes on a request: a body of any bytes",
    run: async ({ expect, origin, basePath }) => {
      const body = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
      const echo = await echoOf(origin, {
        method: "POST",
        path: `${basePath}/echo`,
        headers: { "content-type": "application/octet-stream" },
        body,
      });
      expect(echo.bodySha256).toBe(await sha256(body));
    },
  },

  {
    name: "passes on a request: a complete body of more than one mebibyte",
    run: async ({ expect, origin, basePath }) => {
      const message = "ä".repeat(700_000);
      const echo = await echoOf(origin, {
        method: "POST",
        path: `${basePath}/echo`,
        headers: json,
        body: JSON.stringify({ message }),
      });
      expect(echo.bodySha256).toBe(
        await sha256(new TextEncoder().encode(JSON.stringify({ message }))),
      );
    },
  },
];
