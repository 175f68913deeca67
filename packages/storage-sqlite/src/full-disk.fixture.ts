import { commitOn } from "@agent-treasury/testing/commits";
import { sqliteStorage } from "./sqlite-storage.ts";

/** Commits until the disk is full, and exits without closing, or reads what is there. */
const [path = "", task = ""] = process.argv.slice(2);
const storage = sqliteStorage({ path });
const nameOf = (index: number): string => `w${String(index).padStart(4, "0")}`;
if (task === "fill") {
  for (let index = 0; ; index += 1) {
    const failure: unknown = await storage
      .commit([commitOn(nameOf(index), 0n, "x".repeat(20_000))])
      .then(([outcome]) => (outcome?.kind === "committed" ? null : outcome))
      .catch((error: unknown) => (error as Error).message);
    if (failure === null) continue;
    console.log(JSON.stringify({ committed: index, failure }));
    process.kill(process.pid, "SIGKILL");
  }
} else {
  const workspaces = await storage.workspaces(null, 10_000);
  const outcomes = await storage.commit([commitOn(nameOf(workspaces.length), 0n, "once more")]);
  console.log(JSON.stringify({ committed: workspaces.length, outcomes }));
  await storage.close();
}
