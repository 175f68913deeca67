import { execFile } from "node:child_process";
import { access, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serverFlags, socketUrl } from "postgres-for-tests/server-flags";
import { stopWithThisProcess } from "postgres-for-tests/stop-with-this-process";
import { benchSettings } from "./bench-settings.ts";
import type { Database } from "./database.ts";

const execute = promisify(execFile);
const debianDirectory = "/usr/lib/postgresql";

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** The directory of PostgreSQL's programs: the named one, Debian's newest, or null. */
export async function findPrograms(named: string | undefined): Promise<string | null> {
  if (named !== undefined) {
    await access(join(named, "initdb"));
    return named;
  }
  const versions = await readdir(debianDirectory).catch(() => []);
  const newest = versions.toSorted((left, right) => Number(right) - Number(left))[0];
  if (newest === undefined) return null;
  const programs = join(debianDirectory, newest, "bin");
  return (await exists(join(programs, "initdb"))) ? programs : null;
}

/** Starts a server by the machine's own programs. */
export async function startInstalledServer(programs: string): Promise<Database> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
  const account = await serverAccount();
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(directory, account.uid, account.gid);
  }
  const data = join(directory, "data");
  const run = (program: string, words: readonly string[]): Promise<unknown> =>
    execute(join(programs, program), [...words], { ...account, cwd: directory });
  await run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  const flags = serverFlags(benchSettings, directory).map((flag) => `"${flag}"`);
  const log = join(directory, "log");
  await run("pg_ctl", ["-D", data, "-l", log, "-w", "-o", flags.join(" "), "start"]);
  const guard = stopWithThisProcess(data);
  return {
    url: socketUrl(directory),
    origin: "the machine's own, started for the run",
    programs,
    close: async () => {
      await run("pg_ctl", ["-D", data, "-m", "fast", "-w", "stop"]);
      guard.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so that root uses its package's user. */
async function serverAccount(): Promise<Account> {
  if (userInfo().uid !== 0) return {};
  const { stdout: uid } = await execute("id", ["-u", "postgres"]);
  const { stdout: gid } = await execute("id", ["-g", "postgres"]);
  return { uid: Number(uid), gid: Number(gid) };
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
