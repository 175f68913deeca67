const intervalMs = 1_000;

/**
 * Calls `gone` once the parent process has exited. Package runners exit on a signal without
 * forwarding it, so that the server would otherwise continue to hold its port.
 */
export function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, intervalMs);
  timer.unref();
}
