import type { AdapterTest } from "./adapter-under-test.ts";
import { exchange } from "./raw-exchange.ts";
import { thrownSecret } from "./scripted-treasury.ts";

export const answerTests: readonly AdapterTest[] = [
  {
    name: "returns a response: its status and its body",
    run: async ({ expect, origin, basePath }) => {
      for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503]) {
        const answer = await exchange(origin, { path: `${basePath}/answer?status=${status}` });
        expect(answer.status).toBe(status);
        expect(answer.body.toString()).toBe("grüße, 世界");
      }
    },
  },

  {
    name: "returns a response: a status without a body",
    run: async ({ expect, origin, basePath }) => {
      const answer = await exchange(origin, { path: `${basePath}/answer?status=204` });
      expect(answer.status).toBe(204);
      expect(answer.body.length).toBe(0);
    },
  },

  {
    name: "returns a response: its headers, with one line per cookie",
    run: async ({ expect, origin, basePath }) => {
      const { headers } = await exchange(origin, { path: `${basePath}/answer` });
      expect(headers["x-answer"]).toEqual(["yes"]);
      expect(headers["content-type"]).toEqual(["text/plain; charset=utf-8"]);
      expect(headers["set-cookie"]).toEqual([
        "first=1; Path=/; HttpOnly",
        "second=2, still second; Path=/",
      ]);
      const vary = (headers["vary"] ?? []).join(", ").split(", ");
      expect(vary.includes("origin") && vary.includes("accept")).toBe(true);
    },
  },

  {
    name: "returns a response: framed once, by its length or in chunks",
    run: async ({ expect, origin, basePath }) => {
      for (const path of ["/answer", "/echo", "/answer?status=500"]) {
        const { headers } = await exchange(origin, { path: basePath + path });
        const framings = [
          ...(headers["content-length"] ?? []),
          ...(headers["transfer-encoding"] ?? []),
        ];
        expect(framings.length).toBe(1);
      }
    },
  },

  {
    name: "returns a response: to HEAD, without its body",
    run: async ({ expect, origin, basePath }) => {
      const answer = await exchange(origin, { method: "HEAD", path: `${basePath}/echo` });
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toEqual(["application/json"]);
      expect(answer.body.length).toBe(0);
    },
  },

  {
    name: "returns a response: to OPTIONS, from the handler",
    run: async ({ expect, origin, basePath }) => {
      const answer = await exchange(origin, {
        method: "OPTIONS",
        path: `${basePath}/echo`,
        headers: { origin: "https://app.example", "access-control-request-method": "POST" },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers["x-method"]).toEqual(["OPTIONS"]);
    },
  },

  {
    name: "returns a response: from the handler for an unknown path",
    run: async ({ expect, origin, basePath }) => {
      const answer = await exchange(origin, { path: `${basePath}/nothing/here` });
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.body.toString())).toEqual({ error: "No such script." });
    },
  },

  {
    name: "returns a response: a JSON error without details when the handler throws",
    run: async ({ expect, origin, basePath }) => {
      const answer = await exchange(origin, { method: "POST", path: `${basePath}/throw` });
      expect(answer.status).toBe(500);
      expect(answer.headers["content-type"]?.[0]?.split(";")[0]).toBe("application/json");
      const text = answer.body.toString();
      const { error, code, requestId } = JSON.parse(text) as Record<string, unknown>;
      expect([typeof error, code, typeof requestId]).toEqual([
        "string",
        "internal_error",
        "string",
      ]);
      expect(text.includes(thrownSecret) || text.includes("    at ")).toBe(false);
    },
  },
];
