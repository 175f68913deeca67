import type { Evaluation } from "./evaluate.ts";

type Obstacles = Pick<Evaluation, "requirements" | "duplicates" | "automaticLimits" | "limits">;

/** Returns whether a rule requires an approval by a person. */
export function needsPerson({
  requirements,
  duplicates,
  automaticLimits,
  limits,
}: Obstacles): boolean {
  return (
    requirements.length > 0 ||
    duplicates.length > 0 ||
    automaticLimits.length > 0 ||
    limits.length > 0
  );
}

/**
 * Returns whether the rules let policy approve a spend. A rule replaces the amount below which
 * policy does, nothing else.
 *
 * @param isSmall whether the amount is below that of the workspace.
 */
export function mayAutoApprove(
  evaluation: Obstacles & Pick<Evaluation, "approvedBy">,
  isSmall: boolean,
): boolean {
  return (isSmall || evaluation.approvedBy !== null) && !needsPerson(evaluation);
}
