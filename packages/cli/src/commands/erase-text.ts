import { userInfo } from "node:os";
import { createTreasury } from "@agent-treasury/treasury-core";
import { CommandError } from "../command-error.ts";
import { openExistingDatabase } from "./existing-database.ts";
import type { Output } from "./output.ts";

/** What `erase-text` was asked for. */
export interface EraseTextRequest {
  readonly workspaceId: string;
  /** Only what is older; null for everything. */
  readonly before: Date | null;
  /** Null for whoever runs it. */
  readonly operator: string | null;
  readonly database: string | undefined;
  readonly json: boolean;
}

/**
 * The zone whose day begins last on earth: whatever zone the deployment counts days in, this command
 * opens no day before its own does, and no cap is free early.
 */
const latestZone = "Etc/GMT+12";

/** Removes a workspace's free text, and prints how much that was. */
export async function eraseText(request: EraseTextRequest, output: Output): Promise<0> {
  const { workspaceId, before } = request;
  const storage = await openExistingDatabase(request.database);
  const treasury = createTreasury({
    baseUrl: "http://localhost",
    storage,
    timeZone: latestZone,
  });
  try {
    const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
    if (snapshot?.head == null)
      throw new CommandError(`There is no workspace ${workspaceId} in it.`);
    const erasure = await treasury.eraseText({
      workspaceId,
      operator: request.operator ?? userInfo().username,
      ...(before !== null && { before }),
    });
    if (request.json) output.print(JSON.stringify(erasure, null, 2));
    else {
      const { entries, documents, kept, turnRecords } = erasure;
      output.print(
        `${workspaceId}  erased the text of ${entries} entries and ${documents} documents, and ${turnRecords} records of turns, older than ${erasure.before}.`,
      );
      if (kept > 0) {
        output.print(
          `${kept} proposals wait or are being paid, and keep theirs: run it again later.`,
        );
      }
      output.print("Backups, exports and logs still have it: see docs/backup.md.");
    }
  } finally {
    await treasury.close();
  }
  return 0;
}
