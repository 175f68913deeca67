import { describe, expect, it } from "vitest";
import { createTreasuryClient } from "./create-treasury-client.ts";

interface Sent {
  readonly request: string;
  readonly body: unknown;
  readonly key: string | null;
}

/** A client that records its requests. */
function recording(status = 200) {
  const sent: Sent[] = [];
  const client = createTreasuryClient({
    baseUrl: "http://treasury.test",
    workspaceId: "acme",
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { method, url, headers } = request;
      const body = await request.text();
      const { pathname, search } = new URL(url);
      sent.push({
        request: `${method} ${pathname}${search}`,
        body: body === "" ? null : JSON.parse(body),
        key: headers.get("idempotency-key"),
      });
      const answer = { error: "Busy.", code: "rate_limited", requestId: "r", done: true };
      return Response.json(answer, { status });
    },
  });
  return { client, sent };
}

describe("a call of a plugin's route", () => {
  it("has the workspace and the path parameters, and no idempotency key", async () => {
    const { client, sent } = recording();
    const path = "/items/{itemId}";
    const input = { itemId: "a/b", count: 3 };
    expect(await client.plugin("notes", { method: "GET", path, input })).toMatchObject({
      done: true,
    });
    await client.plugin("notes", { method: "DELETE", path, input });
    await client.plugin("notes", { method: "POST", path, input });
    await client.plugin("notes", { method: "POST", path: "/clear" });
    const below = "/api/service/plugins/notes";
    expect(sent).toEqual([
      { request: `GET ${below}/items/a%2Fb?count=3&workspaceId=acme`, body: null, key: null },
      { request: `DELETE ${below}/items/a%2Fb?count=3&workspaceId=acme`, body: null, key: null },
      {
        request: `POST ${below}/items/a%2Fb`,
        body: { count: 3, workspaceId: "acme" },
        key: null,
      },
      { request: `POST ${below}/clear`, body: { workspaceId: "acme" }, key: null },
    ]);
  });

  it("is not repeated if it is a POST", async () => {
    const { client, sent } = recording(429);
    const call = client.plugin("notes", { method: "POST", path: "/clear" });
    await expect(call).rejects.toMatchObject({ status: 429, code: "rate_limited" });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["..", "/items/{itemId}", "a"],
    ["notes", "/items/{itemId}", ".."],
  ])("stays below the plugin: %s%s with %s is rejected", async (id, path, itemId) => {
    const { client, sent } = recording();
    const call = async () => client.plugin(id, { method: "GET", path, input: { itemId } });
    await expect(call()).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});
