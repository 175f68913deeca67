import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const groups = "/sys/fs/cgroup";
const peakEveryMs = 100;
const bytesInKibibyte = 1_024;

/**
 * The Express example of one checkout in a process with a memory limit, where the system supports
 * it.
 */
export interface LimitedServer {
  readonly url: string;
  /** Whether a memory cgroup limits it. */
  readonly isLimited: boolean;
  isRunning(): boolean;
  /** Its peak resident memory so far, in bytes. */
  peakBytes(): number;
  stop(): Promise<void>;
}

/** Starts the server of a checkout on a free port, with a new SQLite database. */
export async function startLimitedServer(
  checkout: string,
  env: Readonly<Record<string, string>>,
  limitBytes: number,
): Promise<LimitedServer> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
  const group = await memoryGroup(limitBytes);
  const start = join(checkout, "examples/express/src/start.ts");
  const node = [process.execPath, "--conditions=@agent-treasury/source", start];
  // The shell enters the group before it becomes the server.
  const enter = group === null ? "" : `echo $$ > ${group}/cgroup.procs && `;
  const child = spawn("sh", ["-c", `${enter}exec "$@"`, "sh", ...node], {
    cwd: directory,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  let peak = 0;
  const look = async (): Promise<void> => {
    peak = Math.max(peak, await peakOf(child.pid));
  };
  const watch = setInterval(() => void look(), peakEveryMs);
  const url = await readyUrl(child);
  return {
    url,
    isLimited: group !== null,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    peakBytes: () => peak,
    stop: async () => {
      clearInterval(watch);
      child.kill("SIGKILL");
      await closed;
      if (group !== null) await rmdir(group);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function readyUrl(child: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (piece: Buffer) => {
      output += piece.toString();
      const [, url] = /Ready: (http:\S+)\/command\n/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once("close", () => reject(new Error(`The server did not start.\n${output}`)));
  });
}

/** Null where memory cgroups cannot be set. */
async function memoryGroup(limitBytes: number): Promise<string | null> {
  const name = `treasury-bench-${process.pid}-${Date.now()}`;
  for (const [parent, file] of [
    [`${groups}/memory`, "memory.limit_in_bytes"],
    [groups, "memory.max"],
  ] as const) {
    const group = join(parent, name);
    try {
      await mkdir(group);
    } catch {
      continue;
    }
    try {
      await writeFile(join(group, file), String(limitBytes), { flag: "r+" });
      return group;
    } catch {
      await rmdir(group);
    }
  }
  return null;
}

/** The system's high-water mark; 0 if it is unavailable. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * bytesInKibibyte;
}
