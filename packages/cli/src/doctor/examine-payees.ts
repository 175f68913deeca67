import type { Settings } from "@agent-treasury/server";
import { openStorage } from "@agent-treasury/server/parts";
import type { Treasury } from "@agent-treasury/treasury-core";
import { schemaOf, workspacesOf } from "../commands/database.ts";
import { openTreasury } from "../commands/open-treasury.ts";
import { describePaid } from "../commands/payees.ts";
import { atMost } from "./ask.ts";
import { type Finding, doubtful, fine, problemOf, unset } from "./finding.ts";

const maximumWorkspaces = 100;
const maximumListed = 20;

type Terms = Pick<Settings, "autoApprovePayees" | "database">;

/** Lists the payees that policy paid and no person approved. Read-only. */
export async function examinePayees({ autoApprovePayees, database }: Terms): Promise<Finding> {
  if (autoApprovePayees === "any") {
    return doubtful(
      "payees",
      "Policy pays any payee, also one that a hijacked agent names.",
      "Confirm those that agent-treasury payees list --paid-by-policy shows, then unset TREASURY_AUTO_APPROVE_PAYEES.",
    );
  }
  const known = fine("payees", "Policy pays payees that a person named or approved.");
  if (database.kind === "memory") return known;
  try {
    const schema = await atMost((await schemaOf(database)).look());
    if (schema.version !== schema.newest) return known;
    return (await atMost(examinePaid(database))) ?? known;
  } catch (error) {
    const message = `The payees that policy paid cannot be listed. ${problemOf(error)}`;
    return unset("payees", message, "Run agent-treasury payees list --paid-by-policy.");
  }
}

async function examinePaid(database: Settings["database"]): Promise<Finding | null> {
  const storage = await openStorage(database);
  const treasury = openTreasury(storage);
  try {
    let read = 0;
    let isAll = true;
    const found: string[] = [];
    for await (const workspaceId of workspacesOf(storage, undefined)) {
      // Records of the service itself.
      if (workspaceId.startsWith("~")) continue;
      isAll = read < maximumWorkspaces;
      if (!isAll) break;
      read += 1;
      found.push(...(await paidIn(treasury, workspaceId)));
    }
    if (found.length === 0) return null;
    return doubtful("payees", messageOf(found, isAll), remedy);
  } finally {
    await treasury.close();
  }
}

async function paidIn({ payees }: Treasury, workspaceId: string): Promise<readonly string[]> {
  const found = await payees.paidByPolicy({ workspaceId });
  return found.payees.map((one) => `${workspaceId}  ${describePaid(one)}`);
}

const remedy =
  "Confirm those that you know with agent-treasury payees add (--paid-by-policy adds all of a workspace).";

function messageOf(found: readonly string[], isAll: boolean): string {
  const more = found.length - maximumListed;
  const lines = [
    "Policy paid these payees before it checked payees. Their next payments need a person.",
    ...found.slice(0, maximumListed),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(isAll ? [] : [`Only the first ${maximumWorkspaces} workspaces were read.`]),
  ];
  return lines.join("\n");
}
