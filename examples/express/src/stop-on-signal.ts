/**
 * Stops once when the process is told to end, and ends it then: with 0 when all went well. A second
 * signal ends it at once.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) process.exit(130);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
