import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchFrom } from "workerd-for-tests";
import { adaToken, type TestWorker, startTestWorker } from "./miniflare.fixture.ts";
import { deploymentWorkspace, replicaNamed, replicaOf } from "./replicas.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

it("reports a write that the object refused as not written, beside one that it committed", async () => {
  const storage = worker.storage();
  // A row of the platform has at most 2 MB.
  const large = { ...commitOn("full", 0n), put: [docNamed("p", { text: "x".repeat(3_000_000) })] };
  const [refused, committed] = await storage.commit([large, commitOn("other", 0n)]);
  expect(refused).toMatchObject({ kind: "rejected" });
  expect(committed).toEqual({ kind: "committed" });
  expect(await headIn(storage, "full")).toBe(null);
});

it("reports a failure before the write as one, and a lost answer as unclear", async () => {
  const storage = worker.elsewhere();
  await worker.index.refuse(true);
  const [failed] = await storage.commit([commitOn("unlisted", 0n)]);
  expect(failed).toMatchObject({ kind: "rejected", cause: { code: "storage_error" } });
  await worker.index.refuse(false);
  expect(await headIn(storage, "unlisted")).toBe(null);
  expect(await storage.commit([commitOn("unlisted", 0n)])).toEqual([{ kind: "committed" }]);
  const object = worker.object("unlisted");
  const [, [lost]] = await Promise.all([
    object.restart().catch(() => {}),
    storage.commit([commitOn("unlisted", 1n)]),
  ]);
  expect(["unclear", "committed"]).toContain(lost?.kind);
});

it("lists a replica that a freeze could not write, and writes it later", async () => {
  // The other tests commit records that no treasury can read.
  await worker.emptyStorage();
  const client = (workspaceId: string) =>
    createTreasuryClient({
      baseUrl: "http://localhost:3000",
      workspaceId,
      headers: { authorization: `Bearer ${adaToken}` },
      fetch: (...request) => fetchFrom(worker.miniflare, ...request),
    });
  const statusIn = async (workspaceId: string): Promise<string> => {
    const paper = { amountUsd: 1, vendor: "Acme", purpose: crypto.randomUUID() };
    return (await client(workspaceId).treasury.propose(paper)).proposal.status;
  };
  const ids = Array.from({ length: 200 }, (_, index) => `born-${index}`);
  const number = replicaOf(ids[0]!);
  const stale = ids.filter((id) => replicaOf(id) === number);
  const fresh = ids.filter((id) => replicaOf(id) !== number);
  const replica = worker.object(replicaNamed(number));
  // The replica has read the state before the freeze.
  expect(await statusIn(stale[0]!)).toBe("executed");
  await replica.refuse(true);
  const { done, notDone } = await client("any").freezes.freezeAll({ reason: "an incident" });
  expect(done).toContain(stale[0]);
  expect(notDone).toMatchObject([{ workspaceId: replicaNamed(number) }]);
  expect(await statusIn(stale[0]!)).toBe("pending");
  expect(await statusIn(fresh[0]!)).toBe("pending");
  // Only a workspace that is created now does not know of the freeze.
  expect(await statusIn(stale[1]!)).toBe("executed");
  await replica.refuse(false);
  expect(await worker.object(deploymentWorkspace).behind()).toEqual([]);
  expect(await statusIn(stale[2]!)).toBe("pending");
});
