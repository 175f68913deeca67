import type { RuleUsage } from "@agent-treasury/sdk-client";
import { formatUsd, usdAfter } from "../format/usd.ts";

/** Returns the effect of one of the five limits. */
export function limitEffect({ rule, maximum }: RuleUsage): string {
  const amount = formatUsd(maximum);
  switch (rule) {
    case "max-spend-per-action":
      return `At most ${amount} per spend`;
    case "daily-spend-cap":
      return `At most ${amount} per day`;
    case "min-reserve":
      return `Keep at least ${amount} available`;
    case "auto-approve-under":
      return maximum > 0
        ? `Approve automatically below ${amount}`
        : "Approve nothing automatically";
    case "auto-approve-daily":
      return `At most ${amount} approved automatically per day`;
    default:
      return rule;
  }
}

/** Returns what happens to a spend that a limit does not allow. */
export function limitNote({ rule }: RuleUsage): string {
  switch (rule) {
    case "max-spend-per-action":
      return "Denies a proposal above it";
    case "daily-spend-cap":
    case "min-reserve":
      return "A spend beyond it needs approval, and must fit when it is approved";
    default:
      return "Other spends need approval";
  }
}

/** Returns the usage of a limit: "$35.00 used, $5.00 held, $60.00 left". */
export function usageText({ unit, used, held, maximum }: RuleUsage): string | null {
  if (used === null) return null;
  const left = Math.max(0, usdAfter(maximum, used));
  const holds = held ?? 0;
  const spent = usdAfter(used, holds);
  const parts = [`${quantity(spent, unit)} used`];
  if (holds > 0) parts.push(`${quantity(holds, unit)} held`);
  return [...parts, `${quantity(left, unit)} left`].join(", ");
}

/** Returns the number of values that a limit with `by` counts now. */
export function groupsText({ by, groups }: RuleUsage): string | null {
  if (by === null || groups === null) return null;
  if (groups === 0) return `No ${by} has used it in this window`;
  const values = groups === 1 ? by : plurals[by];
  return `In use by ${groups.toLocaleString("en-US")} ${values}`;
}

const plurals = {
  agent: "agents",
  vendor: "vendors",
  category: "categories",
  allocation: "allocations",
} as const;

function quantity(value: number, unit: RuleUsage["unit"]): string {
  return unit === "usd" ? formatUsd(value) : value.toLocaleString("en-US");
}
