import type { ErrorBody } from "@agent-treasury/contract";
import type { ServiceTest } from "../service-test.ts";

const json = { "content-type": "application/json" };

/** Rejected, or redirected before it reaches the service. */
function isRefused(status: number): boolean {
  return status >= 300 && status < 500;
}

/** Paths, methods and parameters. */
export const pathTests: readonly ServiceTest[] = [
  {
    shows: ["open/unknown-path", "bad/unknown"],
    name: "an unknown path → 404",
    by: "wire",
    run: async (context) => {
      for (const path of [
        "/api/service/nothing",
        "/api/service/treasury/nothing",
        "/api/service/treasury/decide/again",
        "/api/service/Treasury",
        "/api/service/agents/memory-1/exec",
        "/api/service/treasury%2fdecide",
        "/api/service/__proto__",
        "/api/service/treasury.json",
      ]) {
        for (const method of ["GET", "POST", "DELETE"]) {
          const { text, status } = await context.send({
            method,
            path,
            headers: json,
            ...(method === "POST" && { body: "{}" }),
          });
          const { code } = JSON.parse(text) as ErrorBody;
          context.expect([path, status, code]).toEqual([path, 404, "route_not_found"]);
        }
      }
    },
  },
  {
    shows: ["open/unknown-path", "bad/unknown"],
    name: "outside of the base path → 404",
    by: "wire",
    run: async (context) => {
      for (const path of ["/api/service", "/api/services/treasury", "/api", "/"]) {
        context.expect([path, (await context.sendAnywhere({ path })).status]).toEqual([path, 404]);
      }
    },
  },
  {
    shows: ["open/wrong-method", "bad/unknown"],
    name: "a wrong method → 405, with the allowed ones",
    by: "wire",
    run: async (context) => {
      for (const [method, path, allow] of [
        ["DELETE", "/api/service/agents", "GET, HEAD, POST, OPTIONS"],
        ["POST", "/api/service/treasury", "GET, HEAD, OPTIONS"],
        ["DELETE", "/api/service/treasury", "GET, HEAD, OPTIONS"],
        ["DELETE", "/api/service/treasury/deposit", "POST, GET, HEAD, OPTIONS"],
        ["GET", "/api/service/treasury/decide", "POST, OPTIONS"],
        ["GET", "/api/service/treasury/reset", "POST, OPTIONS"],
        ["GET", "/api/service/agent", "POST, OPTIONS"],
        ["POST", "/api/service/health", "GET, HEAD, OPTIONS"],
        ["POST", "/api/service/treasury/verify", "GET, HEAD, OPTIONS"],
      ] as const) {
        const answer = await context.send({
          method,
          path,
          headers: json,
          ...(method === "POST" && { body: "{}" }),
        });
        context
          .expect([method, path, answer.status, answer.headers.get("allow")])
          .toEqual([method, path, 405, allow]);
      }
    },
  },
  {
    shows: ["open/wrong-method"],
    name: "a method that the service never allows → 405",
    by: "wire",
    run: async (context) => {
      for (const method of ["PUT", "PATCH"]) {
        const request = { method, path: "/api/service/treasury", headers: json, body: "{}" };
        const answer = await context.send(request);
        context
          .expect([answer.status, answer.headers.get("allow")])
          .toEqual([405, "GET, HEAD, OPTIONS"]);
      }
    },
  },
  {
    shows: ["bad/machine-id", "open/machine-id"],
    name: "GET, POST and DELETE agents/… → rejected: ids that address another path, without a request to the host",
    by: "wire",
    run: async (context) => {
      for (const id of [
        "..",
        ".",
        "%2e%2e",
        "%2E%2e",
        "..%2f",
        "..%2f..%2fapps",
        "%2e%2e%2f%2e%2e",
        "..%5c..",
        "memory-1%2f..%2f..",
        "memory-1%00",
        "%00",
        "memory-1/..",
        "../agents/..",
        "%252e%252e",
        "-rf",
        ".hidden",
        `m${"x".repeat(200)}`,
      ]) {
        for (const method of ["GET", "POST", "DELETE"]) {
          const answer = await context.sendAnywhere({
            method,
            path: `/api/service/agents/${id}`,
            headers: json,
            ...(method === "POST" && { body: '{"action": "start"}' }),
          });
          // With its dots resolved, as in every address, `agents/.` is the path of the list.
          const { pathname } = new URL(`/api/service/agents/${id}`, "http://127.0.0.1");
          const isFleet = pathname === "/api/service/agents/" && answer.status === 200;
          context
            .expect([method, id, isFleet || isRefused(answer.status)])
            .toEqual([method, id, true]);
        }
      }
      const asked = context.machines.calls.filter(({ about }) => about !== null);
      context.expect(asked.filter(({ method }) => method !== "provision")).toEqual([]);
    },
  },
  {
    shows: ["bad/machine-id", "open/machine-id"],
    name: "GET agents/… → 400: invalid percent-encoding",
    by: "wire",
    run: async (context) => {
      for (const id of ["%", "%zz", "%ff", "%c3"]) {
        const answer = await context.sendAnywhere({ path: `/api/service/agents/${id}` });
        const isRight = context.surface.decodesPaths ? answer.status >= 400 : answer.status === 400;
        context.expect([id, isRight]).toEqual([id, true]);
      }
      context.expect(context.machines.calls).toEqual([]);
    },
  },
  {
    shows: ["bad/query"],
    name: "GET → 400: a parameter that occurs twice",
    by: "wire",
    run: async (context) => {
      for (const path of [
        "/api/service/treasury?workspaceId=acme&workspaceId=other",
        "/api/service/treasury?workspaceId=acme&workspaceId=acme",
        "/api/service/treasury/deposit?session_id=cs_1&session_id=cs_2",
        "/api/service/treasury/ledger?limit=1&limit=2",
        "/api/service/treasury?x=1&x=2",
      ]) {
        const { text } = await context.send({ path });
        const { code } = JSON.parse(text) as ErrorBody;
        context.expect([path, code]).toEqual([path, "invalid_request"]);
      }
    },
  },
  {
    shows: ["bad/query"],
    name: "GET → 400: a misspelled parameter, which would otherwise have no effect",
    by: "wire",
    run: async (context) => {
      for (const [path, known] of [
        ["/api/service/treasury?workspaceid=acme", "workspaceId"],
        ["/api/service/treasury?workspace_id=acme", "workspaceId"],
        ["/api/service/treasury?workspace=acme", "workspaceId"],
        ["/api/service/treasury?workspaceId=acme&WORKSPACEID=other", "workspaceId"],
        ["/api/service/treasury?workspaceId[]=acme", "workspaceId"],
        ["/api/service/treasury/ledger?Limit=1", "limit"],
        ["/api/service/treasury/deposit?sessionId=cs_1", "session_id"],
      ] as const) {
        const { status, text } = await context.send({ path });
        const { code, error } = JSON.parse(text) as ErrorBody;
        const told = error.includes(`\`${known}\``);
        context.expect([path, status, code, told]).toEqual([path, 400, "invalid_request", true]);
      }
    },
  },
  {
    shows: ["bad/query"],
    name: "GET → 200: an unrelated unknown parameter is ignored",
    by: "wire",
    run: async (context) => {
      const path = "/api/service/treasury?_=1763800000&utm_source=mail&v=2&workspaceId=acme";
      const { status, text } = await context.send({ path });
      context
        .expect([status, (JSON.parse(text) as { workspaceId: string }).workspaceId])
        .toEqual([200, "acme"]);
    },
  },
  {
    shows: ["bad/query"],
    name: "GET → 200: names of object properties are ordinary parameters",
    by: "wire",
    run: async (context) => {
      const path = "/api/service/treasury?__proto__=1&constructor=2&toString=3&workspaceId=acme";
      const { status, text } = await context.send({ path });
      context
        .expect([status, (JSON.parse(text) as { workspaceId: string }).workspaceId])
        .toEqual([200, "acme"]);
    },
  },
];
