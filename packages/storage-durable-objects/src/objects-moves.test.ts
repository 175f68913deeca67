import type { MoveState, StorageMoves } from "@agent-treasury/provider";
import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type RemoteObject, type TestWorker, startTestWorker } from "./miniflare.fixture.ts";
import { objectsMoves } from "./objects-moves.ts";
import { deploymentWorkspace } from "./replicas.ts";
import type { IndexCalls, Objects } from "./workspace-calls.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());
beforeEach(() => worker.emptyStorage());

const moveOut: readonly MoveState[] = (["sending", "closed", "moved"] as const).map((stage) => ({
  moveId: "5".repeat(32),
  stage,
}));
const [, , moved] = moveOut;
const moveId = "6".repeat(32);
const [receiving, received, discarded] = (["receiving", "received", "discarded"] as const).map(
  (stage): MoveState => ({ moveId, stage }),
) as [MoveState, MoveState, MoveState];

const movesOver = (changes: Partial<Objects> = {}): StorageMoves =>
  objectsMoves({ objectOf: worker.object, index: worker.index, ...changes });

function overObject(
  workspaceId: string,
  changes: Partial<RemoteObject>,
): Pick<Objects, "objectOf"> {
  return {
    objectOf: (id) => {
      const object = worker.object(id);
      if (id !== workspaceId) return object;
      return new Proxy(object, {
        get: (target, name) => Reflect.get(changes, name) ?? Reflect.get(target, name),
      });
    },
  };
}

/** The code of a refusal, or the kind of the outcome. */
async function commit(workspaceId: string): Promise<string> {
  const storage = worker.elsewhere();
  const version = (await headIn(storage, workspaceId))?.version ?? 0n;
  const [outcome] = await storage.commit([commitOn(workspaceId, version)]);
  if (outcome?.kind !== "rejected") return outcome?.kind ?? "";
  return (outcome.cause as { readonly code?: string }).code ?? "";
}

const stageOf = async (direction: "in" | "out"): Promise<string | undefined> =>
  (await worker.index.move("find", [direction, null]))?.stage;

async function silent(): Promise<never> {
  throw new Error("The object does not answer.");
}

async function moveAllOut(): Promise<void> {
  for (const [at, to] of moveOut.entries()) {
    expect(await movesOver().advance("out", null, moveOut[at - 1] ?? null, to)).toBe(true);
  }
}

it("keeps the rows of objects in use when a move into them is abandoned", async () => {
  expect(await commit("live")).toBe("committed");
  // The index advanced, and the mover ended before an object took it over.
  await worker.index.move("advance", ["in", null, null, receiving]);
  expect(await movesOver().advance("in", null, receiving, discarded)).toBe(true);
  expect((await headIn(worker.elsewhere(), "live"))?.version).toBe(1n);
  expect(await worker.index.workspaces(null, 10)).toEqual(["live"]);
  expect(await commit("live")).toBe("committed");
});

it("begins no move into objects in use", async () => {
  expect(await commit("used")).toBe("committed");
  let advances = 0;
  const index = new Proxy<IndexCalls>(worker.index, {
    get: (target, name) =>
      name === "move"
        ? (...call: Parameters<IndexCalls["move"]>) => {
            if (call[0] === "advance") advances += 1;
            return target.move(...call);
          }
        : Reflect.get(target, name),
  });
  const begun = movesOver({ index }).advance("in", null, null, receiving);
  await expect(begun).rejects.toThrow("already contains workspaces");
  expect(advances).toBe(0);
});

it("undoes the beginning of a move whose answer was lost", async () => {
  let isLost = true;
  const index = new Proxy<IndexCalls>(worker.index, {
    get: (target, name) =>
      name === "move"
        ? async (...call: Parameters<IndexCalls["move"]>) => {
            const answer = await target.move(...call);
            if (call[0] !== "advance" || !isLost) return answer;
            isLost = false;
            throw new Error("The answer was lost.");
          }
        : Reflect.get(target, name),
  });
  const begun = movesOver({ index }).advance("in", null, null, receiving);
  await expect(begun).rejects.toThrow("was lost");
  expect(await stageOf("in")).toBe(undefined);
  expect(await commit("after-lost-answer")).toBe("committed");
});

it("stays closed, with the stage of the index, if a move back fails", async () => {
  expect(await commit("stale")).toBe("committed");
  await moveAllOut();
  const back = movesOver(overObject("stale", { adopt: silent })).advance(
    "in",
    null,
    null,
    receiving,
  );
  await expect(back).rejects.toThrow("does not answer");
  expect([await stageOf("in"), await stageOf("out")]).toEqual([undefined, moved?.stage]);
  expect(await commit("stale")).toBe("storage_moved");
  expect(await commit("unknown")).toBe("storage_moved");
  expect(await movesOver().advance("in", null, null, receiving)).toBe(true);
  expect(await movesOver().advance("in", null, receiving, received)).toBe(true);
  expect((await headIn(worker.elsewhere(), "stale"))?.version).toBe(undefined);
  expect(await commit("stale")).toBe("committed");
});

it("leaves an object closed that missed the beginning of an abandoned move back", async () => {
  expect(await commit("missed")).toBe("committed");
  await moveAllOut();
  await worker.index.move("advance", ["in", null, null, receiving]);
  expect(await movesOver().advance("in", null, receiving, discarded)).toBe(true);
  expect(await commit("missed")).toBe("storage_moved");
  // A copy of its rows would be stale.
  const again = { moveId: "7".repeat(32), stage: "sending" } as const;
  await expect(movesOver().advance("out", null, null, again)).rejects.toThrow("were moved");
});

it("keeps an object closed whose rows are of an earlier unfinished move", async () => {
  expect(await movesOver().advance("in", null, null, receiving)).toBe(true);
  await worker.object("partial").adopt("partial");
  const rows = [{ table: "commits", values: ["partial", 1n, "c", 1n] }] as const;
  const changes = { rows, removed: [], progress: null };
  expect(await movesOver().write(null, moveId, 0, changes)).toBe(true);
  // The object misses the stages from the end of this move to the end of the next one.
  const later = { moveId: "7".repeat(32), stage: "discarded" } as const;
  await worker.index.move("advance", ["in", null, receiving, later]);
  expect(await commit("partial")).toBe("storage_moved");
  expect(await movesOver().totals(null)).toMatchObject({ commits: ["1", "1", "1"] });
});

it("keeps a workspace listed if its move cannot be abandoned", async () => {
  expect(await commit("refused")).toBe("committed");
  expect(await movesOver().advance("in", "refused", receiving, discarded)).toBe(false);
  expect(await worker.index.workspaces(null, 10)).toEqual(["refused"]);
});

it("replaces what replicas know of the deployment by what was moved here", async () => {
  for (let count = 0; count < 3; count += 1) {
    expect(await commit(deploymentWorkspace)).toBe("committed");
  }
  const reader = worker.storageOf("reader");
  expect((await headIn(reader, deploymentWorkspace))?.version).toBe(3n);
  const [head] = await movesOver().read("heads", null, null, 1);
  await moveAllOut();
  const moves = movesOver();
  expect(await moves.advance("in", null, null, receiving)).toBe(true);
  const values = head!.values.map((value) => (value === 3n ? 1n : value));
  const rows = [{ table: "heads", values }] as const;
  expect(await moves.write(null, moveId, 0, { rows, removed: [], progress: null })).toBe(true);
  expect(await moves.advance("in", null, receiving, received)).toBe(true);
  expect((await headIn(reader, deploymentWorkspace))?.version).toBe(1n);
});
