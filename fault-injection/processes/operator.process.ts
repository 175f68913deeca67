import { Journal, readJournal } from "../audit/journal.ts";
import { openStore } from "../stores/store.ts";
import { openHouse, usd } from "./house.ts";
import type { OperatorTask } from "./operations.ts";
import { leave, ownTask, print, readyToGo, toldToStop } from "./own-task.ts";
import { Operators } from "./perform-operations.ts";

// Completes the journal's in-flight operations, then runs many callers concurrently and records
// each response in the journal.
const task = ownTask() as OperatorTask;
const storage = openStore(task.store);
const engine = openHouse(storage, usd(task.startingCapitalUsd));
const operators = new Operators(engine, new Journal(task.journalPath));
await storage.load(task.workspaceIds.map((workspaceId) => ({ workspaceId, keys: [] })));
await readyToGo();
let left = task.operations ?? Number.POSITIVE_INFINITY;
void toldToStop().then(() => (left = 0));
await operators.finish(readJournal(task.journalPath));
await operators.run(task, () => {
  left -= 1;
  return left >= 0;
});
await engine.committer.close();
await storage.close();
leave();
print(JSON.stringify({ retried: operators.retried }));
