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

it("purges expired records in an alarm whose recovery fails", async () => {
  const object = worker.object("expired");
  const claim = [{ key: { kind: "deposit", id: "one" }, expiresAt: 1 }];
  const [outcome] = await worker.elsewhere().commit([commitOn("expired", 0n, null, { claim })]);
  expect(outcome).toEqual({ kind: "committed" });
  await object.fail("treasury");
  await object.alarmNow();
  await object.fail(null);
  expect(await object.purge(Date.now(), 1)).toBe(0);
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

it("confirms a commit of the deployment whose replicas could not be written, and writes them later", async () => {
  const object = worker.object(deploymentWorkspace);
  const [deployment, reader] = [worker.storageOf(deploymentWorkspace), worker.storageOf("reader")];
  const version = (await headIn(deployment, deploymentWorkspace))?.version ?? 0n;
  await object.fail("replicas");
  const [first] = await deployment.commit([commitOn(deploymentWorkspace, version)]);
  expect(first).toEqual({ kind: "committed" });
  await expect(object.behind()).rejects.toThrow("could not be read");
  await object.fail(null);
  expect(await object.behind()).toEqual([]);
  expect((await headIn(reader, deploymentWorkspace))?.version).toBe(version + 1n);
  const [second] = await deployment.commit([commitOn(deploymentWorkspace, version + 1n)]);
  expect(second).toEqual({ kind: "committed" });
  expect((await headIn(reader, deploymentWorkspace))?.version).toBe(version + 2n);
});
