import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestWorker, startTestWorker } from "./miniflare.fixture.ts";
import { deploymentWorkspace, replicaCount, replicaOf } from "./replicas.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

it("spreads workspaces over all replicas", () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => replicaOf(`workspace-${index}`));
  const loads = Map.groupBy(numbers, (number) => number);
  expect(loads.size).toBe(replicaCount);
  expect(Math.max(...[...loads.values()].map(({ length }) => length))).toBeLessThan(400);
});

it("shows every object a change of the deployment once it is acknowledged", async () => {
  const deployment = worker.storageOf(deploymentWorkspace);
  const readers = ["acme", "other", "third"].map((id) => worker.storageOf(id));
  const versions = () =>
    Promise.all(
      readers.map(async (reader) => (await headIn(reader, deploymentWorkspace))?.version),
    );
  expect(await versions()).toEqual([undefined, undefined, undefined]);
  for (let version = 0n; version < 3n; version += 1n) {
    const [outcome] = await deployment.commit([commitOn(deploymentWorkspace, version)]);
    expect(outcome).toEqual({ kind: "committed" });
    const next = version + 1n;
    expect(await versions()).toEqual([next, next, next]);
  }
});
