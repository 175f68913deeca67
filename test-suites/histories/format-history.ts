import type { History } from "./history.ts";

/** A history as readable text, with amounts in micro-dollars. */
export function formatHistory({ seed, settings, rounds }: History): string {
  const told = rounds.map(({ advanceMs, jumpMs, moves }) => {
    const time = `after ${advanceMs} ms${jumpMs === 0 ? "" : `, the clock set by ${jumpMs} ms`}`;
    return [time, ...moves.map(({ committer, step }) => `  [${committer}] ${json(step)}`)].join(
      "\n",
    );
  });
  return [`Seed ${seed}, with ${json(settings)}:`, ...told].join("\n");
}

function json(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  );
}
