import type { ServiceTest } from "../service-test.ts";
import { fund, propose, readState } from "../steps.ts";
import { post, posts, refuses, refusesUnreadable } from "../wire-requests.ts";

/** Bodies that are not JSON, not an object, or not text. */
export const jsonTests: readonly ServiceTest[] = [
  {
    shows: ["error/decide-400-json", "error/turn-400-json", "bad/json"],
    name: "POST → 400: malformed JSON, on every path, without effect",
    by: "wire",
    run: async (context) => {
      await fund(context, 100);
      await propose(context, { amountUsd: 12 });
      const before = await readState(context);
      const asked = context.model.requests.length;
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
          await refusesUnreadable(context, post(path, body), "invalid_json", 400);
        }
      }
      context.expect(await readState(context)).toEqual(before);
      context.expect(context.model.requests.length).toBe(asked);
    },
  },
  {
    shows: ["bad/json", "error/decide-400-json", "error/turn-400-json"],
    name: "POST → 400: JSON that is not an object, on every path",
    by: "wire",
    run: async (context) => {
      for (const path of posts) {
        for (const body of ["null", "true", "7", '"text"']) {
          await refusesUnreadable(context, post(path, body), "invalid_json", 400);
        }
        for (const body of ["[]", '[{"message": "Go."}]']) {
          await refuses(context, post(path, body), "invalid_json");
        }
      }
    },
  },
  {
    shows: ["bad/amounts", "deposit/amount"],
    name: "POST treasury/deposit → 400: JSON numbers that exceed a double",
    by: "wire",
    run: async (context) => {
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
        await refuses(context, request, "invalid_request");
      }
      context.expect(context.payments.opened).toEqual([]);
    },
  },
  {
    shows: ["bad/utf-8"],
    name: "POST → 400: a body that is not UTF-8",
    by: "wire",
    run: async (context) => {
      const text = new TextEncoder();
      // A body parser turns such bytes into U+FFFD, which only a workspace id rejects.
      const field = context.surface.parsesBodies === true ? "workspaceId" : "comment";
      for (const bytes of [
        [0xff],
        [0xc3],
        [0xed, 0xa0, 0x80],
        [0xc0, 0xaf],
        [0xf8, 0x88, 0x80, 0x80, 0x80],
      ]) {
        const start = text.encode(`{"message": "Go.", "${field}": "`);
        const body = Uint8Array.from([...start, ...bytes, ...text.encode('"}')]);
        const answer = await context.send(post("/api/service/agent", body));
        context.expect([bytes, answer.status]).toEqual([bytes, 400]);
      }
      context.expect(context.model.requests.length).toBe(0);
    },
  },
  {
    shows: ["bad/json"],
    name: "POST: values that are nested too deeply are ignored or rejected, without side effects",
    by: "wire",
    run: async (context) => {
      for (const depth of [1_000, 5_000, 200_000]) {
        const nested = "[".repeat(depth) + "]".repeat(depth);
        for (const body of [`{"amountUsd": 5, "more": ${nested}}`, `{"amountUsd": ${nested}}`]) {
          const { status } = await context.send(post("/api/service/treasury/deposit", body));
          context.expect([depth, status === 200 || status === 400]).toEqual([depth, true]);
        }
      }
    },
  },
];
