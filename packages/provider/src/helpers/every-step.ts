/**
 * Runs all steps one after the other, also after one failed.
 *
 * @throws the first failure. The others go to `report`.
 */
export async function everyStep(
  steps: readonly (() => unknown)[],
  report: (error: unknown) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  throwFirst(failures, report);
}

/** Throws the first of these failures, if there is one, after it reported the others. */
export function throwFirst(
  failures: readonly unknown[],
  report: (error: unknown) => void = () => {},
): void {
  for (const failure of failures.slice(1)) report(failure);
  if (failures.length > 0) throw failures[0];
}
