import { TreasuryError } from "@agent-treasury/provider";
import { maximumAmount } from "@agent-treasury/provider/helpers";
import { type Allocation, maximumAllocationDepth } from "./allocation.ts";

export const maximumLiveAllocations = 200;
/** Bounds the document that holds all allocations of a workspace. */
export const maximumAllocations = 1_000;
const maximumNameLength = 100;
const idPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;
const longestRollingHours = 8_760;

/**
 * Checks the allocations of a workspace as they would be after a change.
 *
 * @throws TreasuryError `invalid_request` with the first problem.
 */
export function checkAllocations(allocations: readonly Allocation[]): void {
  const live = allocations.filter((allocation) => !allocation.isArchived);
  if (live.length > maximumLiveAllocations) {
    throw invalid(
      `A workspace has at most ${maximumLiveAllocations} allocations. Archive one first.`,
    );
  }
  if (allocations.length > maximumAllocations) {
    throw invalid(
      `A workspace has at most ${maximumAllocations.toLocaleString("en-US")} allocations, including archived ones.`,
    );
  }
  const byId = new Map<string, Allocation>();
  for (const allocation of allocations) {
    checkFields(allocation);
    if (byId.has(allocation.id)) {
      throw invalid(`The allocation id \`${allocation.id}\` is already in use.`);
    }
    byId.set(allocation.id, allocation);
  }
  for (const allocation of live) checkAncestors(allocation, byId);
}

function checkFields({ id, name, limit, endsAt }: Allocation): void {
  if (!idPattern.test(id)) {
    throw invalid(
      `\`id\` ${JSON.stringify(id.slice(0, 80))} is not valid. Use lower-case letters, digits and \`-\`, beginning with a letter or digit, at most 64 characters.`,
    );
  }
  if (name.trim() === "" || name.length > maximumNameLength) {
    throw invalid(
      `\`name\` of allocation \`${id}\` must have 1 to ${maximumNameLength} characters.`,
    );
  }
  if (endsAt !== null && (!Number.isSafeInteger(endsAt) || endsAt < 0)) {
    throw invalid(`\`endsAt\` of allocation \`${id}\` must be a time.`);
  }
  if (limit === null) return;
  if (limit.amount < 0n || limit.amount > maximumAmount) {
    throw invalid(`The limit of allocation \`${id}\` must be from 0 to 1,000,000,000 USD.`);
  }
  const hours = limit.window?.kind === "rolling" ? limit.window.hours : 1;
  if (!Number.isInteger(hours) || hours < 1 || hours > longestRollingHours) {
    throw invalid(`\`rollingHours\` of allocation \`${id}\` must be from 1 to 8,760.`);
  }
}

function checkAncestors(allocation: Allocation, byId: ReadonlyMap<string, Allocation>): void {
  const { id } = allocation;
  const visited = new Set([id]);
  for (let { parent } = allocation; parent !== null;) {
    const found = byId.get(parent);
    if (found === undefined) {
      throw invalid(`The parent \`${parent}\` of allocation \`${id}\` does not exist.`);
    }
    if (visited.has(found.id)) {
      const problem =
        found.id === id ? "would be below itself" : "is below a circle of allocations";
      throw invalid(`The allocation \`${id}\` ${problem}. Choose another parent.`);
    }
    if (found.isArchived) {
      throw invalid(
        `The allocation \`${found.id}\` above \`${id}\` is archived. Archive the allocations below it too.`,
      );
    }
    visited.add(found.id);
    parent = found.parent;
  }
  if (visited.size > maximumAllocationDepth) {
    throw invalid(
      `The allocation \`${id}\` is at depth ${visited.size}. The maximum is ${maximumAllocationDepth}.`,
    );
  }
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
