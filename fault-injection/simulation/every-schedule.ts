import type { Choose } from "./schedule.ts";

/**
 * Runs a function under every possible order of its events.
 *
 * @returns the number of orders.
 * @throws Error when there are more than `atMost`.
 */
export async function underEverySchedule(
  atMost: number,
  run: (choose: Choose, path: readonly number[]) => Promise<void>,
): Promise<number> {
  let path: number[] = [];
  for (let orders = 1; ; orders += 1) {
    if (orders > atMost) throw new Error(`There are more than ${atMost} orders.`);
    const taken: number[] = [];
    const widths: number[] = [];
    const choose = (waiting: number): number => {
      const choice = path[taken.length] ?? 0;
      taken.push(choice);
      widths.push(waiting);
      return choice;
    };
    await run(choose, taken);
    // The next path branches at the last choice with an untried alternative.
    const turn = taken.findLastIndex((choice, place) => choice + 1 < (widths[place] ?? 0));
    if (turn === -1) return orders;
    path = [...taken.slice(0, turn), (taken[turn] ?? 0) + 1];
  }
}
