import { type ChildProcess, spawn } from "node:child_process";

/**
 * Also a process that is killed leaves no server behind: its end of the pipe closes with it. `data` is
 * the server's directory, whose parent goes with it; the process that is returned is to be killed once
 * the server has been stopped.
 */
export function stopWithThisProcess(data: string): ChildProcess {
  const script = 'read _; kill -QUIT "$(head -n 1 "$1/postmaster.pid")"; sleep 2; rm -rf "$1/.."';
  const guard = spawn("sh", ["-c", script, "guard", data], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  return guard;
}
