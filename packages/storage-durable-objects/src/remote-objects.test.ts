import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { commitOn } from "@agent-treasury/testing/commits";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchFrom, type Miniflare } from "workerd-for-tests";
import { adaToken, bundleObjects, startObjects } from "./miniflare.fixture.ts";
import { callPath, remoteObjects } from "./remote-objects.ts";

let worker: Miniflare;
beforeAll(async () => {
  worker = await startObjects(await bundleObjects());
});
afterAll(() => worker.dispose());

const url = "http://localhost:3000";
const fetch: typeof globalThis.fetch = (...request) => fetchFrom(worker, ...request);
const post = (query: string, body: string): Promise<Response> =>
  fetch(`${url}${callPath}${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${adaToken}` },
    body,
  });

describe("the objects of a Worker, from another machine", () => {
  it("can be listed, verified and moved with the administrator's token", async () => {
    const client = createTreasuryClient({
      baseUrl: url,
      workspaceId: "acme",
      headers: { authorization: `Bearer ${adaToken}` },
      fetch,
    });
    await client.treasury.propose({ amountUsd: 4, vendor: "Acme", purpose: "paper" });
    const storage = remoteObjects({ url, token: adaToken, fetch });
    expect(await storage.workspaces(null, 10)).toContain("acme");
    const verified = await verifyChain(storage, "acme");
    expect([verified.problem, verified.headSequence]).toEqual([null, 1n]);
    expect(await storage.moves?.totals(null)).toMatchObject({
      entries: ["1", "1", "-4000000", expect.anything()],
    });
  });

  it.each(["", "wrong", `${adaToken}x`, adaToken.slice(1)])(
    "refuse the token %o",
    async (token) => {
      const storage = remoteObjects({ url, token, fetch });
      await expect(storage.workspaces(null, 10)).rejects.toThrow("does not accept the token");
    },
  );

  it("accept no commit, and no method that is not for administrators", async () => {
    const storage = remoteObjects({ url, token: adaToken, fetch });
    const [outcome] = await storage.commit([commitOn("acme", 9n)]);
    expect(outcome).toMatchObject({ kind: "unclear" });
    expect((await storage.load([{ workspaceId: "acme", keys: [] }]))[0]?.head?.version).toBe(1n);
    for (const method of ["alarm", "commit", "constructor", "toString", "fetch"]) {
      const answer = await post(
        "?object=workspace/acme",
        JSON.stringify({ method: `s${method}`, values: [] }),
      );
      expect(await answer.text()).toContain(`no method ${method}`);
    }
    expect((await post("?object=other/acme", "{}")).status).toBe(400);
    expect(await (await post("?object=index", "not JSON")).text()).toContain("failure");
  });
});
