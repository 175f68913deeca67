import { liveGroups, progressOf } from "@agent-treasury/rules";
import type { LocalClock } from "@agent-treasury/rules";
import {
  approvalProgress,
  type SpendProposal,
} from "../../../packages/treasury-core/src/domain.ts";
import { answerOf } from "../model/apply-spend.ts";
import { mayApprove, isApproved } from "../model/approvals.ts";
import type { ModelProposal, ModelState } from "../model/model-state.ts";
import {
  boundsFlaw,
  type ModelUsage,
  oneCent,
  sharedUsageOf,
  type UsageBounds,
  usageOf,
} from "../model/usage.ts";
import { type CoreCounter, type CoreState, coreUsage } from "./core-state.ts";
import { operatorOf, describeSpend } from "./perform-rule-step.ts";
import { groupsOfPerson, type PersonName } from "./rule-history.ts";

const persons = Object.keys(groupsOfPerson) as PersonName[];

/** Returns the first difference between the core's state and the model's; null without one. */
export function differenceFrom(
  model: ModelState,
  core: CoreState,
  counters: readonly CoreCounter[],
  vendors: readonly string[],
  clock: LocalClock,
  now: number,
): string | null {
  for (const expected of model.proposals) {
    const found = core.proposals.get(expected.id);
    const shown =
      found === undefined ? "missing" : `${describeSpend(found)}, ${approversOf(found)}`;
    const wanted = `${answerOf(expected)}, ${modelApprovers(expected)}`;
    if (shown !== wanted) return `${expected.id} is ${shown}\n  the model has ${wanted}`;
  }
  for (const counter of counters) {
    const { limit, group, window, maximumPayees, isShared } = counter;
    const usage = coreUsage(core, counter, vendors, clock, now);
    const bounds =
      isShared && group !== null
        ? sharedUsageOf(model.facts, limit, group, window, now, model.wallTime)
        : usageOf(model.facts, limit, group, window, now, model.wallTime);
    const flaw = boundsFlaw(storedBounds(bounds, usage, maximumPayees), usage);
    if (flaw !== null) return `The usage of ${limit} for ${group} ${flaw}.`;
  }
  return null;
}

/** A process may be ahead, and then a group that ends meanwhile is no longer counted. */
const furthestAheadMs = 5_000;

/**
 * Returns a limit that counts fewer live groups than have usage; null without one. Call it only if
 * the clock was never set back, because ended groups are then live again and not counted.
 */
export function uncountedGroups(
  model: ModelState,
  core: CoreState,
  counters: readonly CoreCounter[],
  now: number,
): string | null {
  const later = now + furthestAheadMs;
  const used = new Map<string, number>();
  for (const { id, limit, group, window, isShared } of counters) {
    if (group === null || isShared) continue;
    const { low } = usageOf(model.facts, limit, group, window, later, model.wallTime);
    // A vendor below one cent has no group of its own.
    const leastUsed = group.startsWith("name:") ? oneCent : 1n;
    if (low.used >= leastUsed) used.set(id, (used.get(id) ?? 0) + 1);
  }
  for (const [id, expected] of used) {
    const live = liveGroups((core.groups.get(id) ?? []).filter(([end]) => end > later));
    if (live < expected) return `${live} groups of ${id} are live, not ${expected}.`;
  }
  return null;
}

/** A counter stores one payee above its maximum, because more make no difference. */
function storedBounds(
  { low, high }: UsageBounds,
  { payees }: ModelUsage,
  maximum: number | null,
): UsageBounds {
  const isFull = maximum !== null && payees.length > maximum;
  return { low: isFull ? { ...low, payees: [] } : low, high };
}

/** For each person, whether the approval counts and whether it would complete the approvals. */
function approversOf(proposal: SpendProposal): string {
  if (proposal.status !== "pending") return "decided";
  const { approvals, requirements } = proposal.ruling;
  if (!Array.isArray(approvals)) return "approvals without evidence";
  const { given } = approvalProgress(proposal);
  const after = (name: PersonName) => {
    const { id, groups } = operatorOf(name);
    const all = [...approvals, { id, groups }].map((one) => ({
      person: one.id,
      groups: one.groups,
    }));
    return progressOf(requirements, all, proposal.behind?.id ?? null);
  };
  return persons
    .map((name) => {
      const hasApproved = approvals.some(({ id }) => id === operatorOf(name).id);
      const { given: then, isComplete } = after(name);
      const effect = isComplete ? "completes" : then > given ? "counts" : "does not count";
      return hasApproved ? `${name} approved` : `${name} ${effect}`;
    })
    .join(", ");
}

function modelApprovers({ status, requirements, approvers, behind }: ModelProposal): string {
  if (status !== "pending") return "decided";
  return persons
    .map((name) => {
      if (approvers.includes(name)) return `${name} approved`;
      if (isApproved(requirements, [...approvers, name], behind)) return `${name} completes`;
      return `${name} ${mayApprove(requirements, name, behind) ? "counts" : "does not count"}`;
    })
    .join(", ");
}
