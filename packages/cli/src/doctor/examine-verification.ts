import type { Settings } from "@agent-treasury/server";
import { openStorage } from "@agent-treasury/server/parts";
import { schemaOf, workspacesOf } from "../commands/database.ts";
import { openTreasury } from "../commands/open-treasury.ts";
import { atMost } from "./ask.ts";
import { type Finding, fine, problemOf, unset, wrong } from "./finding.ts";

const maximumWorkspaces = 100;

type Terms = Pick<Settings, "verification" | "database">;

/** Lists workspaces whose last scheduled verification failed. Read-only. */
export async function examineVerification({ verification, database }: Terms): Promise<Finding> {
  const remedy = "Set TREASURY_VERIFY_EVERY_HOURS=24, or run agent-treasury verify at an interval.";
  const idle =
    verification === null
      ? unset("ledgers", "Ledgers are not verified at an interval.", remedy)
      : fine("ledgers", `Each ledger is verified every ${verification.everyHours} hours.`);
  if (database.kind === "memory") return idle;
  try {
    const schema = await atMost((await schemaOf(database)).look());
    if (schema.version !== schema.newest) return idle;
    return (await atMost(examineResults(database))) ?? idle;
  } catch (error) {
    return unset("ledgers", `The results cannot be read. ${problemOf(error)}`, remedy);
  }
}

async function examineResults(database: Settings["database"]): Promise<Finding | null> {
  const storage = await openStorage(database);
  const treasury = openTreasury(storage);
  try {
    const failed: string[] = [];
    let read = 0;
    for await (const workspaceId of workspacesOf(storage, undefined)) {
      if (workspaceId.startsWith("~")) continue;
      if (read >= maximumWorkspaces) break;
      read += 1;
      const { verification } = await treasury.state(workspaceId);
      const { problem = null, verifiedAt } = verification ?? {};
      if (problem !== null) failed.push(`${workspaceId}  ${verifiedAt}  ${problem}`);
    }
    if (failed.length === 0) return null;
    return wrong(
      "ledgers",
      ["The last verification of these workspaces failed:", ...failed].join("\n"),
      "Freeze them with agent-treasury freeze, run agent-treasury verify, and compare them with a backup.",
    );
  } finally {
    await treasury.close();
  }
}
