import type { ServiceTest } from "../service-test.ts";
import { post, posts, refuses } from "../wire-requests.ts";

const mebibyte = 1_048_576;

/** The same without a content length. */
function inPieces(text: string): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return [bytes.subarray(0, 500_000), bytes.subarray(500_000)];
}

/** A body of exactly this length. */
function deposit(bytes: number): string {
  const empty = JSON.stringify({ amountUsd: 5, padding: "" });
  return JSON.stringify({ amountUsd: 5, padding: "x".repeat(bytes - empty.length) });
}

/** The declaration and the length of bodies. */
export const bodyTests: readonly ServiceTest[] = [
  {
    shows: ["open/content-type", "bad/content-type"],
    name: "POST → 415: a body that is not application/json, or has no content type, on every path",
    by: "wire",
    run: async (context) => {
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
            context,
            post(path, "{}", { "content-type": type }),
            "unsupported_content_type",
          );
        }
        const bytes = new TextEncoder().encode("{}");
        await refuses(context, post(path, bytes, {}), "unsupported_content_type");
      }
      context.expect(context.model.requests.length).toBe(0);
    },
  },
  {
    shows: ["open/content-type"],
    name: "POST → 200: application/json with a charset, in any case, and an empty body as {}",
    by: "wire",
    run: async (context) => {
      const path = "/api/service/treasury/reset";
      for (const type of [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=UTF-8",
      ]) {
        const answer = await context.send(post(path, "{}", { "content-type": type }));
        context.expect([type, answer.status]).toEqual([type, 200]);
      }
      for (const body of [undefined, "", [] as Uint8Array[]]) {
        context.expect((await context.send(post(path, body))).status).toBe(200);
      }
      await refuses(context, post("/api/service/agent", ""), "invalid_request");
      await refuses(context, post("/api/service/treasury/decide", undefined), "invalid_request");
    },
  },
  {
    shows: ["open/content-type"],
    name: "POST: without a body and a content type as {}, on every path",
    by: "wire",
    run: async (context) => {
      const optional = ["/api/service/treasury/reset", "/api/service/agents"];
      for (const path of posts) {
        const request = post(path, undefined, {});
        if (!optional.includes(path)) await refuses(context, request, "invalid_request");
        else context.expect((await context.send(request)).status).toBe(200);
      }
      const { machines } = await context.ok("listMachines", {});
      context.expect(machines.map(({ workspaceId }) => workspaceId)).toEqual(["demo"]);
    },
  },
  {
    shows: ["open/body-size", "bad/body-size"],
    name: "POST → 413: a body over 1 MiB, with its length or without; one of 1 MiB is accepted",
    by: "wire",
    run: async (context) => {
      const path = "/api/service/treasury/deposit";
      for (const body of [
        deposit(mebibyte + 1),
        inPieces(deposit(mebibyte + 1)),
        deposit(1_500_000),
        inPieces(deposit(1_500_000)),
      ]) {
        await refuses(context, post(path, body), "body_too_large");
      }
      context.expect(context.payments.opened).toEqual([]);
      for (const body of [deposit(mebibyte), inPieces(deposit(mebibyte))]) {
        context.expect((await context.send(post(path, body))).status).toBe(200);
      }
    },
  },
];
