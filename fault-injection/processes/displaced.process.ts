import { performStep } from "test-suites/histories";
import { type StoreAddress, openStore } from "../stores/store.ts";
import { displaceClock } from "./displaced-clock.ts";
import { housePayment, openHouse, usd } from "./house.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";

/** A process with a shifted clock that proposes this number of five-dollar spends. */
export interface DisplacedTask {
  readonly name: string;
  readonly store: StoreAddress;
  readonly workspaceId: string;
  readonly hours: number;
  readonly spends: number;
}

const { name, store, workspaceId, hours, spends } = ownTask() as DisplacedTask;
displaceClock(hours);
const storage = openStore(store);
const engine = openHouse(storage, usd(10_000));
await storage.load([{ workspaceId, keys: [] }]);
await readyToGo();
for (let spend = 0; spend < spends; spend += 1) {
  const id = `${name}-${spend}`;
  const step = { kind: "propose", id, amount: usd(5), purpose: "office paper" } as const;
  print(await performStep(engine, housePayment, workspaceId, step));
}
// The local date and time.
print(new Date().toString());
await engine.committer.close();
await storage.close();
leave();
