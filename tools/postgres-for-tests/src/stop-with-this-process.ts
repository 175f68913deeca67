import { type ChildProcess, spawn } from "node:child_process";

/**
 * Stops the server even if this process is killed, because that closes its end of a pipe. `data` is
 * the server's directory, and its parent is removed too. Kill the returned process once the server
 * has been stopped.
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
