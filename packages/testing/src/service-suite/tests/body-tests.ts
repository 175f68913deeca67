import type { ErrorBody, ErrorCode } from "@agent-treasury/contract";
import type { Scene } from "../scene.ts";
import type { WireRequest } from "../service-surface.ts";
import type { ServiceTest } from "../service-test.ts";
import { fund, propose, readState } from "../steps.ts";

const json = { "content-type": "application/json" };
const mebibyte = 1_048_576;

/** Every route that takes a body. */
const posts = [
  "/api/service/treasury/decide",
  "/api/service/agent",
  "/api/service/treasury/reset",
  "/api/service/treasury/deposit",
  "/api/service/agents",
  "/api/service/agents/memory-1",
] as const;

function post(
  path: string,
  body: WireRequest["body"],
  headers: WireRequest["headers"] = json,
): WireRequest {
  return { method: "POST", path, headers, ...(body !== undefined && { body }) };
}

/** Refused with this code. */
async function refuses(scene: Scene, request: WireRequest, code: ErrorCode): Promise<void> {
  const { text } = await scene.send(request);
  const { code: told } = JSON.parse(text) as ErrorBody;
  scene.expect([request.path, told]).toEqual([request.path, code]);
}

/** Refused for a body that cannot be read; where a body parser comes first, that one answers. */
async function refusesUnreadable(
  scene: Scene,
  request: WireRequest,
  code: ErrorCode,
  status: number,
) {
  if (scene.surface.parsesBodies !== true) return refuses(scene, request, code);
  const answer = await scene.sendAnywhere(request);
  return scene.expect([request.path, answer.status]).toEqual([request.path, status]);
}

/** The same without a content length. */
function inPieces(text: string): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return [bytes.subarray(0, 500_000), bytes.subarray(500_000)];
}

/** A body of exactly so many bytes. */
function deposit(bytes: number): string {
  const empty = JSON.stringify({ amountUsd: 5, padding: "" });
  return JSON.stringify({ amountUsd: 5, padding: "x".repeat(bytes - empty.length) });
}

/** What arrives as a body. */
export const bodyTests: readonly ServiceTest[] = [
  {
    shows: ["error/decide-400-json", "error/turn-400-json", "bad/json"],
    name: "POST → 400: malformed JSON, on every path, and nothing changes",
    by: "wire",
    run: async (scene) => {
      await fund(scene, 100);
      await propose(scene, { amountUsd: 12 });
      const before = await readState(scene);
      const asked = scene.model.requests.length;
      for (const path of posts) {
        for (const body of [
          "{",
          '{"workspaceId": "demo"',
          "{'a': 1}",
          '{"a": 1,}',
          '{"a": NaN}',
          '{"a": Infinity}',
          '{"a": 0x10}',
          '{"a": 01}',
          '{"a": "line\nbreak"}',
          "{}{}",
          "undefined",
          "proposalId=1&decision=approve",
        ]) {
          await refusesUnreadable(scene, post(path, body), "invalid_json", 400);
        }
      }
      scene.expect(await readState(scene)).toEqual(before);
      scene.expect(scene.model.requests.length).toBe(asked);
    },
  },
  {
    shows: ["bad/json", "error/decide-400-json", "error/turn-400-json"],
    name: "POST → 400: JSON that is no object, on every path",
    by: "wire",
    run: async (scene) => {
      for (const path of posts) {
        for (const body of ["null", "true", "7", '"text"']) {
          await refusesUnreadable(scene, post(path, body), "invalid_json", 400);
        }
        for (const body of ["[]", '[{"message": "Go."}]']) {
          await refuses(scene, post(path, body), "invalid_json");
        }
      }
    },
  },
  {
    shows: ["bad/amounts", "deposit/amount"],
    name: "POST treasury/deposit → 400: numbers that JSON can write and no double can hold",
    by: "wire",
    run: async (scene) => {
      for (const literal of [
        "1e309",
        "-1e309",
        "1e99999",
        "9".repeat(400),
        "1e-400",
        "-0",
        "0.000",
      ]) {
        const request = post("/api/service/treasury/deposit", `{"amountUsd": ${literal}}`);
        await refuses(scene, request, "invalid_request");
      }
      scene.expect(scene.payments.opened).toEqual([]);
    },
  },
  {
    shows: ["bad/utf-8"],
    name: "POST → 400: a body that is not UTF-8",
    by: "wire",
    run: async (scene) => {
      const before = await readState(scene);
      for (const bytes of [
        [0xff],
        [0xc3],
        [0xed, 0xa0, 0x80],
        [0xc0, 0xaf],
        [0xf8, 0x88, 0x80, 0x80, 0x80],
      ]) {
        const text = new TextEncoder();
        const body = Uint8Array.from([
          ...text.encode('{"amountUsd": 5, "workspaceId": "'),
          ...bytes,
          ...text.encode('"}'),
        ]);
        const answer = await scene.sendAnywhere(post("/api/service/treasury/deposit", body));
        scene.expect([bytes, answer.status]).toEqual([bytes, 400]);
      }
      scene.expect(await readState(scene)).toEqual(before);
      scene.expect(scene.payments.opened).toEqual([]);
    },
  },
  {
    shows: ["open/content-type", "bad/content-type"],
    name: "POST → 415: a content type that is not application/json, or none, on every path",
    by: "wire",
    run: async (scene) => {
      for (const path of posts) {
        for (const type of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "application/jsonp",
          "application/json-patch+json",
          "text/json",
          "text/plain; application/json",
          "json",
        ]) {
          await refuses(
            scene,
            post(path, "{}", { "content-type": type }),
            "unsupported_content_type",
          );
        }
        const bytes = new TextEncoder().encode("{}");
        await refuses(scene, post(path, bytes, {}), "unsupported_content_type");
        await refuses(scene, post(path, undefined, {}), "unsupported_content_type");
      }
      scene.expect(scene.model.requests.length).toBe(0);
    },
  },
  {
    shows: ["open/content-type"],
    name: "POST → 200: application/json with a charset, in any case, and an empty body as {}",
    by: "wire",
    run: async (scene) => {
      const path = "/api/service/treasury/reset";
      for (const type of [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=UTF-8",
      ]) {
        const answer = await scene.send(post(path, "{}", { "content-type": type }));
        scene.expect([type, answer.status]).toEqual([type, 200]);
      }
      for (const body of [undefined, "", [] as Uint8Array[]]) {
        scene.expect((await scene.send(post(path, body))).status).toBe(200);
      }
      await refuses(scene, post("/api/service/agent", ""), "invalid_request");
      await refuses(scene, post("/api/service/treasury/decide", undefined), "invalid_request");
    },
  },
  {
    shows: ["open/body-size", "bad/body-size"],
    name: "POST → 413: a body over 1 MiB, with its length or without; one of 1 MiB is read",
    by: "wire",
    run: async (scene) => {
      const path = "/api/service/treasury/deposit";
      for (const body of [
        deposit(mebibyte + 1),
        inPieces(deposit(mebibyte + 1)),
        deposit(1_500_000),
        inPieces(deposit(1_500_000)),
      ]) {
        await refuses(scene, post(path, body), "body_too_large");
      }
      scene.expect(scene.payments.opened).toEqual([]);
      for (const body of [deposit(mebibyte), inPieces(deposit(mebibyte))]) {
        scene.expect((await scene.send(post(path, body))).status).toBe(200);
      }
    },
  },
  {
    shows: ["bad/workspace-id"],
    name: "POST → 400: a workspace id that is null, on every path that takes one",
    by: "wire",
    run: async (scene) => {
      for (const [path, fields] of [
        ["/api/service/treasury/decide", { proposalId: "prop_1", decision: "deny" }],
        ["/api/service/treasury/deposit", { amountUsd: 5 }],
        ["/api/service/treasury/reset", {}],
        ["/api/service/agent", { message: "Go." }],
        ["/api/service/agents", {}],
      ] as const) {
        const body = JSON.stringify({ ...fields, workspaceId: null });
        await refuses(scene, post(path, body), "invalid_request");
      }
    },
  },
  {
    shows: ["bad/unknown-fields"],
    name: "POST → 200: fields that nobody knows are ignored, and reach no prototype",
    by: "wire",
    run: async (scene) => {
      const body =
        '{"amountUsd": 5, "__proto__": {"workspaceId": "evil"}, "constructor": {}, "balanceUsd": 900}';
      const { status, text } = await scene.send(post("/api/service/treasury/deposit", body));
      const { workspaceId } = JSON.parse(text) as { workspaceId: string };
      scene.expect([status, workspaceId]).toEqual([200, "demo"]);
      scene.expect((await readState(scene)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["bad/unknown-fields", "act/exec"],
    name: "POST agents/{id} → the id is the path's, whatever the body says",
    by: "wire",
    run: async (scene) => {
      const one = (await scene.ok("provisionMachine", {})).machine;
      const two = (await scene.ok("provisionMachine", {})).machine;
      const body = JSON.stringify({ id: two.id, action: "suspend" });
      await scene.send(post(`/api/service/agents/${one.id}`, body));
      const states = (await scene.ok("listMachines", {})).machines.map(({ id, state }) => [
        id,
        state,
      ]);
      scene
        .expect(Object.fromEntries(states))
        .toEqual({ [one.id]: "suspended", [two.id]: "started" });
    },
  },
];
