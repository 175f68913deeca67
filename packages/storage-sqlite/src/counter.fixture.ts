import { setTimeout as sleep } from "node:timers/promises";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { sqliteStorage } from "./sqlite-storage.ts";

// Increments a shared number with optimistic commits, and prints the number of conflicts.
const [path = "", additions = "0", startAt = "0"] = process.argv.slice(2);
await sleep(Number(startAt) - Date.now());
const storage = sqliteStorage({ path });
let conflicts = 0;
for (let added = 0; added < Number(additions);) {
  const head = await headIn(storage, "shared");
  const sum = head === null ? 0n : BigInt(head.account as string);
  const account = (sum + 7n).toString();
  const put = [docNamed("sum", account)];
  const commit = commitOn("shared", head?.version ?? 0n, account, { put });
  const [outcome] = await storage.commit([commit]);
  if (outcome?.kind === "committed") added += 1;
  else if (outcome?.kind === "conflict") conflicts += 1;
  else throw new Error(`Unexpected outcome of a commit: ${outcome?.kind ?? "nothing"}.`);
}
await storage.close();
console.log(conflicts);
