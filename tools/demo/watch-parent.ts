const intervalMs = 1_000;

/**
 * Calls `gone` once the process that started this one has ended. Package runners that are told to end
 * do so without passing it on; the server would stay behind and keep its port.
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
