/**
 * Reads again and again for about this long, and says how long one reading took on average. At least
 * once, however long that takes.
 */
export async function millisecondsOfReading(
  read: () => unknown,
  forMilliseconds: number,
): Promise<number> {
  const start = performance.now();
  let readings = 0;
  let taken = 0;
  do {
    const reading = read();
    // A reader that answers at once is not made to wait for its turn.
    if (reading instanceof Promise) await reading;
    readings += 1;
    taken = performance.now() - start;
  } while (taken < forMilliseconds);
  return taken / readings;
}
