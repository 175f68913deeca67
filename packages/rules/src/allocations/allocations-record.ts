import { type Json, type JsonObject, Micros, TreasuryError } from "@agent-treasury/provider";
import type { Window } from "../rule-set/rule-set.ts";
import { windowToJson } from "../rule-set/to-json.ts";
import { calendarPeriods } from "../windows/calendar.ts";
import { type Allocation, type AllocationLimit, maximumAllocationDepth } from "./allocation.ts";

/** Leaves out what has its default, because all allocations of a workspace are one document. */
export function allocationsToJson(allocations: readonly Allocation[]): Json {
  return allocations.map(({ id, name, parent, limit, endsAt, isArchived }) => ({
    id,
    name,
    ...(parent === null ? {} : { parent }),
    ...(limit === null ? {} : { limit: limitToJson(limit) }),
    ...(endsAt === null ? {} : { endsAt }),
    ...(isArchived ? { isArchived } : {}),
  }));
}

function limitToJson({ amount, window }: AllocationLimit): JsonObject {
  const text = Micros.toText(amount);
  return window === null ? { amount: text } : { amount: text, per: windowToJson(window) };
}

/**
 * Reads the stored allocations of a workspace.
 *
 * @throws TreasuryError `storage_error`, because ignoring an allocation would remove its limit.
 */
export function readAllocations(json: Json): Allocation[] {
  if (!Array.isArray(json)) throw unreadable("is not a list");
  return (json as readonly Json[]).map(readAllocation);
}

/**
 * Reads an allocation and its ancestors, because a spend needs no others. Ends where one does not
 * exist, or after more than the maximum depth.
 */
export function readWithAncestors(json: Json, id: string): Allocation[] {
  if (!Array.isArray(json)) throw unreadable("is not a list");
  const stored: readonly Json[] = json;
  const found: Allocation[] = [];
  for (let next: string | null = id; next !== null && found.length <= maximumAllocationDepth;) {
    const wanted: string = next;
    const one = stored.find((each) => object(each)["id"] === wanted);
    if (one === undefined) break;
    const allocation = readAllocation(one);
    found.push(allocation);
    next = allocation.parent;
  }
  return found;
}

function readAllocation(json: Json): Allocation {
  const { id, name, parent = null, limit = null, endsAt = null, isArchived = false } = object(json);
  if (typeof id !== "string") throw unreadable("has an allocation without `id`");
  if (typeof name !== "string") throw unreadable(`has no \`name\` for ${id}`);
  if (parent !== null && typeof parent !== "string") {
    throw unreadable(`has an unknown \`parent\` for ${id}`);
  }
  if (endsAt !== null && typeof endsAt !== "number") {
    throw unreadable(`has an unknown \`endsAt\` for ${id}`);
  }
  if (typeof isArchived !== "boolean") throw unreadable(`has an unknown \`isArchived\` for ${id}`);
  return {
    id,
    name,
    parent,
    limit: limit === null ? null : readLimit(object(limit), id),
    endsAt,
    isArchived,
  };
}

function readLimit({ amount, per = null }: JsonObject, id: string): AllocationLimit {
  if (typeof amount !== "string" || !/^\d+$/.test(amount)) {
    throw unreadable(`has an unknown \`amount\` for ${id}`);
  }
  return { amount: Micros.of(amount), window: per === null ? null : readWindow(per, id) };
}

function readWindow(per: Json, id: string): Window {
  const period = calendarPeriods.find((one) => one === per);
  if (period !== undefined) return { kind: "calendar", period };
  const hours = typeof per === "string" ? null : object(per)["rollingHours"];
  if (typeof hours !== "number" || !Number.isInteger(hours) || hours < 1) {
    throw unreadable(`has an unknown window for ${id}`);
  }
  return { kind: "rolling", hours };
}

function object(json: Json): JsonObject {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw unreadable("has an entry that is not an object");
  }
  return json as JsonObject;
}

function unreadable(problem: string): TreasuryError {
  return new TreasuryError("storage_error", `The stored list of allocations ${problem}.`);
}
