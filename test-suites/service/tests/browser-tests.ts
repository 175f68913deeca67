import type { ErrorBody } from "@agent-treasury/contract";
import type { ServiceTest } from "../service-test.ts";
import { serviceBaseUrl } from "../treasury/service-treasury.ts";
import type { WireAnswer } from "../wire-exchange.ts";

const path = "/api/service/treasury";
const allowed = "https://app.example";
const cors = { options: { allowedOrigins: [allowed, "https://other.example:8443/"] } };

function codeOf({ text }: WireAnswer): string | undefined {
  return (JSON.parse(text) as Partial<ErrorBody>).code;
}

function corsOf({ headers }: WireAnswer): readonly (string | null)[] {
  return [
    headers.get("access-control-allow-origin"),
    headers.get("access-control-allow-credentials"),
  ];
}

/** Access from foreign pages through a visitor's browser. */
export const browserTests: readonly ServiceTest[] = [
  {
    shows: ["access/origin", "bad/origin"],
    name: "a foreign origin, or null → 403, for every method, and nothing changes",
    by: "wire",
    run: async (context) => {
      for (const origin of [
        "https://evil.example",
        "null",
        "http://treasury.example",
        "https://treasury.example.evil.example",
        "https://treasury.example:8443",
        "http://localhost:3000",
        "",
        "not an origin",
      ]) {
        for (const [method, where] of [
          ["GET", path],
          ["POST", `${path}/reset`],
          ["DELETE", "/api/service/agents/memory-1"],
          ["GET", "/api/service/health"],
        ] as const) {
          const answer = await context.send({
            method,
            path: where,
            headers: { origin, "content-type": "application/json" },
            ...(method === "POST" && { body: "{}" }),
          });
          context
            .expect([origin, method, codeOf(answer)])
            .toEqual([origin, method, "origin_not_allowed"]);
          context.expect(corsOf(answer)).toEqual([null, null]);
        }
      }
    },
  },
  {
    shows: ["access/origin", "access/cors"],
    name: "baseUrl's own origin, or none → 200, without CORS headers",
    by: "wire",
    run: async (context) => {
      for (const headers of [{ origin: serviceBaseUrl }, {}]) {
        const answer = await context.send({ path, headers });
        context.expect([answer.status, ...corsOf(answer)]).toEqual([200, null, null]);
      }
    },
  },
  {
    shows: ["access/cors"],
    name: "an allow-listed origin may read responses and errors; no other is named in them",
    by: "wire",
    setup: cors,
    run: async (context) => {
      for (const origin of [allowed, "https://other.example:8443"]) {
        for (const where of [path, "/api/service/nothing"]) {
          const answer = await context.send({ path: where, headers: { origin } });
          context.expect(corsOf(answer)).toEqual([origin, null]);
          context.expect(answer.headers.get("vary")?.toLowerCase().includes("origin")).toBe(true);
          const exposed = answer.headers.get("access-control-expose-headers") ?? "";
          context.expect(exposed.includes("x-request-id")).toBe(true);
        }
      }
      const foreign = await context.send({
        path,
        headers: { origin: "https://app.example.evil.example" },
      });
      context.expect([foreign.status, ...corsOf(foreign)]).toEqual([403, null, null]);
    },
  },
  {
    shows: ["access/cors"],
    name: "a response that depends on the origin declares it to caches, also without an origin",
    by: "wire",
    setup: cors,
    run: async (context) => {
      const answer = await context.send({ path });
      context.expect(answer.headers.get("vary")?.toLowerCase().includes("origin")).toBe(true);
    },
  },
  {
    shows: ["access/cors"],
    name: "OPTIONS → 204: a preflight of an allow-listed origin, with the allowed headers",
    by: "wire",
    setup: cors,
    run: async (context) => {
      const answer = await context.sendAnywhere({
        method: "OPTIONS",
        path: `${path}/decide`,
        headers: {
          origin: allowed,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,authorization,idempotency-key",
        },
      });
      context
        .expect([answer.status, answer.text, ...corsOf(answer)])
        .toEqual([204, "", allowed, null]);
      const headers = answer.headers.get("access-control-allow-headers") ?? "";
      const methods = answer.headers.get("access-control-allow-methods") ?? "";
      for (const header of ["content-type", "authorization", "idempotency-key"]) {
        context.expect(headers.includes(header)).toBe(true);
      }
      for (const method of ["GET", "POST", "DELETE"]) {
        context.expect(methods.includes(method)).toBe(true);
      }
    },
  },
  {
    shows: ["access/cors", "access/origin"],
    name: "OPTIONS → 403: a preflight of any other origin",
    by: "wire",
    run: async (context) => {
      const answer = await context.send({
        method: "OPTIONS",
        path,
        headers: { origin: "https://evil.example", "access-control-request-method": "GET" },
      });
      context.expect([answer.status, ...corsOf(answer)]).toEqual([403, null, null]);
    },
  },
  {
    shows: ["access/host"],
    name: "a foreign host → 403, except for health",
    by: "wire",
    run: async (context) => {
      for (const host of [
        "evil.example",
        "treasury.example:8443",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "0.0.0.0:3000",
      ]) {
        const answer = await context.send({ path, headers: { host } });
        context.expect([host, codeOf(answer)]).toEqual([host, "host_not_allowed"]);
        const health = await context.send({ path: "/api/service/health", headers: { host } });
        context.expect(health.status).toBe(200);
      }
    },
  },
  {
    shows: ["access/host"],
    name: "baseUrl's host, loopback and allow-listed hosts → 200, for any x-forwarded-host",
    by: "wire",
    setup: { options: { allowedHosts: ["Internal.example:8080"] } },
    run: async (context) => {
      for (const host of [
        "treasury.example",
        "TREASURY.example",
        "localhost",
        "localhost:8080",
        "127.0.0.1:3000",
        "127.8.8.8",
        "[::1]:3000",
        "internal.example:8080",
      ]) {
        const headers = { host, "x-forwarded-host": "evil.example" };
        context.expect([host, (await context.send({ path, headers })).status]).toEqual([host, 200]);
      }
      const forwarded = { host: "evil.example", "x-forwarded-host": "treasury.example" };
      context.expect((await context.send({ path, headers: forwarded })).status).toBe(403);
    },
  },
];
