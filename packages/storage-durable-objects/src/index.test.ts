import { commitOn, docNamed } from "@agent-treasury/testing/commits";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestWorker, startTestWorker } from "./miniflare.fixture.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const open = { ...docNamed("p1", { id: "p1" }), open: true };
const closed = { ...open, open: false };

it("lists a kind that an object opens after a restart", async () => {
  const object = worker.object("acme");
  const listed = () => worker.index.workspacesWithOpen(null, 10, [open.kind]);
  expect(await object.commit(commitOn("acme", 0n))).toEqual({ kind: "committed" });
  // The call fails, because it ends the object.
  await object.restart().catch(() => {});
  expect(await object.commit({ ...commitOn("acme", 1n), put: [open] })).toEqual({
    kind: "committed",
  });
  expect(await listed()).toEqual(["acme"]);
  await object.restart().catch(() => {});
  await object.commit({ ...commitOn("acme", 2n), put: [closed] });
  await object.commit({ ...commitOn("acme", 3n), put: [open] });
  expect(await listed()).toEqual(["acme"]);
  expect(await worker.index.workspaces(null, 10)).toEqual(["acme"]);
});

it("lists due documents of all workspaces with an open one of the kind", async () => {
  const due = { ...open, dueAt: 5 };
  for (const workspaceId of ["later", "sooner"]) {
    const dueAt = workspaceId === "later" ? 9 : 5;
    const commit = { ...commitOn(workspaceId, 0n), put: [{ ...due, dueAt }] };
    await worker.object(workspaceId).commit(commit);
  }
  const found = await worker.elsewhere().due(10, null, 10, [open.kind]);
  expect(found.map(({ workspaceId }) => workspaceId)).toEqual(["sooner", "later"]);
});
