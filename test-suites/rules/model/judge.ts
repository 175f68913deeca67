import type {
  Allocation,
  Window,
  WrittenLimit,
  WrittenRequirement,
  WrittenRule,
} from "@agent-treasury/rules";
import { alikeOf, holds, isValid, micros, type ModelFacts } from "./conditions.ts";
import { type Fact, identityOf, identityOfAllocation, type ModelCharge } from "./fact.ts";
import type { WallTime } from "./local-windows.ts";
import { boundsFlaw, type ModelUsage, oneCent, sharedUsageOf, usageOf } from "./usage.ts";

/** What the model concludes on a spend from the workspace's history. */
export interface ModelJudgement {
  /** The rule that denies. */
  readonly denied: string | null;
  /** Limits that the spend would exceed. */
  readonly limits: readonly string[];
  readonly isDuplicate: boolean;
  readonly requirements: readonly WrittenRequirement[];
  readonly isApprovedByRule: boolean;
  /** Whether a limit of automatic spends is used up. */
  readonly isBeyondAutomatic: boolean;
  readonly charges: readonly (ModelCharge & { readonly automaticOnly: boolean })[];
  readonly isCompared: boolean;
}

export interface ModelWorkspace {
  readonly facts: readonly Fact[];
  readonly rules: readonly WrittenRule[];
  readonly allocations: readonly Allocation[];
  readonly wallTime: WallTime;
  /** Balance without held amounts. */
  readonly available: bigint;
}

/** The core's usage of rolling windows and vendors below one cent. The model only has bounds. */
export type RollingUsage = (limit: string, group: string | null) => CoreUsage;

export interface CoreUsage extends ModelUsage {
  /** Whether the agents' shared groups count it. */
  readonly isShared: boolean;
}

const knownForMs = 180 * 86_400_000;

export function judge(
  workspace: ModelWorkspace,
  spend: ModelFacts,
  now: number,
  moment: "proposal" | "execution",
  rolling: RollingUsage,
): ModelJudgement {
  const { facts, rules, wallTime, available } = workspace;
  const isKnown = isKnownPayee(facts, spend.vendor, now);
  const denied: string[] = [];
  const limits: string[] = [];
  const requirements: WrittenRequirement[] = [];
  const charges: (ModelCharge & { readonly automaticOnly: boolean })[] = [];
  let [isDuplicate, isApprovedByRule, isBeyondAutomatic] = [false, false, false];
  for (const rule of rules) {
    const isLoosening = rule.then.autoApprove === true;
    if (!isValid(rule, now)) continue;
    if (!holds(rule.when, spend, isLoosening, { now, wallTime, isKnown, available })) continue;
    const { deny, requireApprovals, autoApprove, keepAvailableUsd, limit, duplicate } = rule.then;
    if (deny) denied.push(rule.id);
    if (requireApprovals) requirements.push(requireApprovals);
    if (autoApprove) isApprovedByRule = true;
    if (keepAvailableUsd !== undefined && available - spend.payable < micros(keepAvailableUsd)) {
      limits.push(rule.id);
    }
    if (duplicate && moment === "proposal") {
      isDuplicate ||= wasProposed(facts, spend, now, duplicate.hours);
    }
    if (!limit) continue;
    const payee = limit.newPayees !== undefined && !isKnown ? spend.vendor : null;
    const isAutomatic = limit.counts === "automatic";
    const usages = groupsOf(limit, spend).flatMap((group, place) => {
      const key = { limit: identityOf(rule), group };
      const shared =
        limit.by === "vendor" ? `${place === 0 ? "small" : "alike"} ${spend.agentId}` : null;
      const window = windowOf(limit);
      if (window === undefined) return [usageAt(workspace, key.limit, group, window, now, rolling)];
      charges.push({ ...key, shared, payee, automaticOnly: isAutomatic });
      const own = usageAt(workspace, key.limit, group, window, now, rolling);
      if (shared === null || own.used + spend.payable >= oneCent) return [own];
      const isOpened = own.count > 0 && !rolling(key.limit, group).isShared;
      return isOpened
        ? [own]
        : [own, sharedUsageAt(workspace, key.limit, shared, window, now, rolling)];
    });
    if (!usages.some((usage) => isPassed(limit, usage, spend, isKnown))) continue;
    if (isAutomatic) isBeyondAutomatic = true;
    else if (limit.atProposal === "deny") denied.push(rule.id);
    else limits.push(rule.id);
  }
  for (const id of spend.chain) {
    const allocation = workspace.allocations.find((one) => one.id === id);
    if (allocation === undefined) continue;
    const { limit, endsAt, isArchived } = allocation;
    const key = { limit: identityOfAllocation(allocation), group: null };
    charges.push({ ...key, shared: null, payee: null, automaticOnly: false });
    if (isArchived || (endsAt !== null && now >= endsAt)) denied.push(`allocation ${id}`);
    else if (limit !== null) {
      const usage = usageAt(workspace, key.limit, null, limit.window, now, rolling);
      if (usage.used + spend.payable > limit.amount) limits.push(`allocation ${id}`);
    }
  }
  const isCompared = rules.some(
    ({ when, then }) => then.duplicate && holds(when, spend, false, null),
  );
  return {
    denied: denied[0] ?? null,
    limits,
    isDuplicate,
    requirements,
    isApprovedByRule,
    isBeyondAutomatic,
    charges,
    isCompared,
  };
}

function usageAt(
  { facts, wallTime }: ModelWorkspace,
  limit: string,
  group: string | null,
  window: Window | null | undefined,
  now: number,
  rolling: RollingUsage,
): ModelUsage {
  if (window === undefined) return { used: 0n, count: 0, payees: [] };
  const bounds = usageOf(facts, limit, group, window, now, wallTime);
  if (window?.kind !== "rolling") return bounds.low;
  const usage = rolling(limit, group);
  const flaw = boundsFlaw(bounds, usage);
  if (flaw !== null) throw new Error(`The usage of ${limit} for ${group} ${flaw}.`);
  return usage;
}

function sharedUsageAt(
  { facts, wallTime }: ModelWorkspace,
  limit: string,
  shared: string,
  window: Window | null,
  now: number,
  rolling: RollingUsage,
): ModelUsage {
  const usage = rolling(limit, shared);
  const flaw = boundsFlaw(sharedUsageOf(facts, limit, shared, window, now, wallTime), usage);
  if (flaw !== null) throw new Error(`The usage of ${limit} for ${shared} ${flaw}.`);
  return usage;
}

/** Undefined for a limit per spend. */
function windowOf({ per }: WrittenLimit): Window | undefined {
  if (per === undefined) return undefined;
  return typeof per === "string"
    ? { kind: "calendar", period: per }
    : {
        kind: "rolling",
        hours: "rollingHours" in per ? per.rollingHours : per.rollingMinutes / 60,
      };
}

function isPassed(
  limit: WrittenLimit,
  { used, count, payees }: ModelUsage,
  { payable, vendor }: ModelFacts,
  isKnown: boolean,
): boolean {
  if (limit.count !== undefined) return count + 1 > limit.count;
  if (limit.newPayees !== undefined) {
    return !isKnown && !payees.includes(vendor) && payees.length + 1 > limit.newPayees;
  }
  return used + payable > micros(limit.amountUsd ?? 0);
}

/** The groups that count a spend: two for a vendor or category that looks like another. */
function groupsOf({ by }: WrittenLimit, spend: ModelFacts): readonly (string | null)[] {
  switch (by) {
    case undefined:
      return [null];
    case "agent":
      return [spend.agentId];
    case "vendor":
      return [...new Set([spend.vendor, alikeOf(spend.vendor)])].map((name) => `name:${name}`);
    case "category":
      return [...new Set([spend.category ?? "", alikeOf(spend.category ?? "")])];
    case "allocation":
      return spend.chain.slice(0, 1);
  }
}

function isKnownPayee(facts: readonly Fact[], vendor: string, now: number): boolean {
  let paidAt: number | null = null;
  for (const fact of facts) {
    if (fact.kind === "reset") paidAt = null;
    if (fact.kind === "paid" && fact.payee === vendor) paidAt = fact.at;
  }
  return paidAt !== null && now - paidAt < knownForMs;
}

function wasProposed(
  facts: readonly Fact[],
  { vendor, amount }: ModelFacts,
  now: number,
  hours: number,
): boolean {
  let found = false;
  for (const fact of facts) {
    if (fact.kind === "reset") found = false;
    if (fact.kind !== "compared" || fact.payee !== vendor || fact.amount !== amount) continue;
    found ||= now - fact.at <= hours * 3_600_000;
  }
  return found;
}
