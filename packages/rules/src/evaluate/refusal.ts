import { type GroupCount, liveGroups, maximumGroups } from "../counters/group-count.ts";
import type { Evaluation } from "./evaluate.ts";
import type { Finding } from "./finding.ts";

/**
 * Returns the finding that fails an approved spend at its execution; null without one.
 *
 * @param groups live groups by counter id.
 */
export function refusalBy(
  evaluation: Pick<Evaluation, "denied" | "limits" | "charges" | "opensGroup">,
  groups: ReadonlyMap<string, GroupCount>,
  now: number,
): Finding | null {
  const { denied, limits } = evaluation;
  return denied ?? limits[0] ?? exhaustedGroup(evaluation, groups, now);
}

/** Returns why a spend cannot begin a new group of a limit. */
function exhaustedGroup(
  { charges, opensGroup }: Pick<Evaluation, "charges" | "opensGroup">,
  groups: ReadonlyMap<string, GroupCount>,
  now: number,
): Finding | null {
  for (const charge of charges) {
    const { rule, key } = charge;
    const known = key.group === null ? undefined : groups.get(key.counter);
    if (known === undefined || liveGroups(known) < maximumGroups) continue;
    if (liveGroups(known.filter(([end]) => end > now)) < maximumGroups) continue;
    if (!opensGroup(charge)) continue;
    const text = `Denied by \`${rule}\`: it already counts ${maximumGroups} groups (rule_groups_exhausted).`;
    return { rule, effect: "deny", text, usage: null };
  }
  return null;
}
