import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { SandboxTransfer, SandboxTransferStore } from "./sandbox-transfer.ts";

/**
 * Stores the transfers of a sandbox's chain in a file, one JSON object in each line.
 *
 * @param path Created with its directory when it is missing.
 * @example sandboxRail({ store: sandboxTransferFile(".data/transfers.jsonl") });
 */
export function sandboxTransferFile(path: string): SandboxTransferStore {
  return {
    load: async () => (await readIfThere(path)).split("\n").flatMap(transferIn),
    append: async (transfer) => {
      await mkdir(dirname(path), { recursive: true });
      // Begins with a line break, because a crash may have cut the line before.
      await appendFile(path, `\n${JSON.stringify(transfer)}`, { mode: 0o600, flush: true });
    },
  };
}

function transferIn(line: string): readonly SandboxTransfer[] {
  try {
    return [JSON.parse(line) as SandboxTransfer];
  } catch {
    return [];
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
