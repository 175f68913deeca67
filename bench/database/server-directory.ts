import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary directory with a server's data and its socket. */
export async function makeServerDirectory(): Promise<string> {
  return await mkdtemp(join(tmpdir(), "treasury-bench-"));
}

export async function removeServerDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

/** Also a run that is killed leaves no server behind: its end of the pipe closes with it. */
export function stopWithThisProcess(data: string): ChildProcess {
  const script = 'read _; kill -QUIT "$(head -n 1 "$1/postmaster.pid")"; sleep 2; rm -rf "$1/.."';
  const guard = spawn("sh", ["-c", script, "guard", data], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  return guard;
}
