import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  isSandboxSessionId,
  type SandboxSession,
  type SandboxSessionStore,
} from "./sandbox-session.ts";

/**
 * Stores sandbox checkouts as one JSON file each. A file is written to a temporary name, flushed
 * and renamed, so that a reader sees either the old session or the new one.
 *
 * @param directory is created when it is missing.
 * @example sandboxPayments({ baseUrl: "http://localhost:3000", store:
 * sandboxSessionFiles(".data/checkouts") });
 */
export function sandboxSessionFiles(directory: string): SandboxSessionStore {
  const pathOf = (id: string): string => {
    if (!isSandboxSessionId(id)) throw new Error(`Not the id of a sandbox checkout: ${id}`);
    return join(directory, `${id}.json`);
  };
  return {
    async get(id) {
      const text = await readIfThere(pathOf(id));
      return text === undefined ? undefined : (JSON.parse(text) as SandboxSession);
    },
    async put(id, session) {
      const path = pathOf(id);
      const beside = `${path}.${crypto.randomUUID()}.tmp`;
      const text = `${JSON.stringify(session, null, 2)}\n`;
      await mkdir(directory, { recursive: true });
      await writeFile(beside, text, { flag: "wx", mode: 0o600, flush: true });
      await rename(beside, path);
    },
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
