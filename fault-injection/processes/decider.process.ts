import { performStep } from "test-suites/histories";
import { type StoreAddress, openStore } from "../stores/store.ts";
import { housePayment, openHouse, usd } from "./house.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";

/** The proposals that a process approves concurrently. */
export interface DeciderTask {
  readonly store: StoreAddress;
  readonly workspaceId: string;
  readonly proposalIds: readonly string[];
}

const { store, workspaceId, proposalIds } = ownTask() as DeciderTask;
const storage = openStore(store);
const engine = openHouse(storage, usd(10_000));
await storage.load([{ workspaceId, keys: [] }]);
await readyToGo();
const answers = await Promise.all(
  proposalIds.map((id) => {
    const step = { kind: "decide", id, decision: "approve" } as const;
    return performStep(engine, housePayment, workspaceId, step);
  }),
);
for (const answer of answers) print(answer);
await engine.committer.close();
await storage.close();
leave();
