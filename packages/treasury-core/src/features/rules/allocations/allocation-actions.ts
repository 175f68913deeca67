import type { JsonObject, TreasuryError } from "@agent-treasury/provider";
import {
  type Allocation,
  type AllocationLimit,
  allocationsToJson,
  checkAllocations,
  readAllocations,
} from "@agent-treasury/rules";
import type { ActionType } from "../../../kernel/action-type.ts";
import { invalidRequest } from "../../../kernel/errors.ts";
import { type Changes, changesOn } from "../../../kernel/ledger/command.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { timestampOrNull } from "../../../kernel/ledger/timestamp.ts";
import { limitToWire } from "./allocation-wire.ts";
import { allocationNotFound, allocationsOf, allocationsToDoc } from "./allocations-doc.ts";

/** The fields to change. Undefined fields remain. */
export type AllocationChange = Pick<Allocation, "id"> & {
  readonly [Field in "name" | "parent" | "endsAt"]?: Allocation[Field] | undefined;
} & {
  readonly amount?: AllocationLimit["amount"] | null | undefined;
  readonly window?: AllocationLimit["window"] | undefined;
};

/** @throws TreasuryError `invalid_request` if the tree would not be valid. */
export function settingPayload(ledger: LedgerState, change: AllocationChange): JsonObject {
  const allocations = allocationsOf(ledger);
  const before = allocations.find(({ id }) => id === change.id);
  if (before?.isArchived === true) throw archivedAlready(change.id);
  const after = changed(before, change);
  checkAllocations(withAllocation(allocations, after));
  const [allocation = null] = allocationsToJson([after]) as readonly JsonObject[];
  return { allocation };
}

function changed(before: Allocation | undefined, change: AllocationChange): Allocation {
  const { id, name, parent, endsAt, amount, window } = change;
  const limit = before?.limit ?? null;
  const nextAmount = amount === undefined ? (limit?.amount ?? null) : amount;
  const nextWindow = window === undefined ? (limit?.window ?? null) : window;
  if (nextAmount === null && window !== undefined && window !== null) {
    throw invalidRequest("`per` needs `limitUsd`.");
  }
  return {
    id,
    name: name ?? before?.name ?? id,
    parent: parent === undefined ? (before?.parent ?? null) : parent,
    limit: nextAmount === null ? null : { amount: nextAmount, window: nextWindow },
    endsAt: endsAt === undefined ? (before?.endsAt ?? null) : endsAt,
    isArchived: false,
  };
}

export const settingAction: ActionType = {
  isAdministrative: (ledger, payload) => {
    const after = allocationIn(payload);
    const before = allocationsOf(ledger).find(({ id }) => id === after.id);
    return before !== undefined && isLooser(before, after);
  },
  apply: (ledger, payload) => {
    const after = allocationIn(payload);
    const allocations = allocationsOf(ledger);
    if (allocations.some(({ id, isArchived }) => id === after.id && isArchived)) {
      throw archivedAlready(after.id);
    }
    return { changes: store(ledger, withAllocation(allocations, after)), result: null };
  },
  details: (payload) => {
    const { id, name, parent, limit, endsAt } = allocationIn(payload);
    const shown = { id, name, parent, ...limitToWire(limit), endsAt: timestampOrNull(endsAt) };
    return { allocation: shown };
  },
};

export const archivingAction: ActionType = {
  isAdministrative: () => false,
  apply: (ledger, payload) => {
    const id = payload["allocationId"] as string;
    const allocations = allocationsOf(ledger);
    const before = allocations.find((one) => one.id === id);
    if (before === undefined) throw allocationNotFound(ledger.workspaceId, id);
    const next = withAllocation(allocations, { ...before, isArchived: true });
    return { changes: store(ledger, next), result: null };
  },
  details: (payload) => payload,
};

/** Another window begins with no usage, and another parent leaves the limits above. */
function isLooser(before: Allocation, after: Allocation): boolean {
  const endsLater =
    before.endsAt !== null && (after.endsAt === null || after.endsAt > before.endsAt);
  return endsLater || before.parent !== after.parent || hasLooserLimit(before, after);
}

function hasLooserLimit({ limit: before }: Allocation, { limit: after }: Allocation): boolean {
  if (before === null) return false;
  if (after === null || after.amount > before.amount) return true;
  return JSON.stringify(after.window) !== JSON.stringify(before.window);
}

function withAllocation(
  allocations: readonly Allocation[],
  allocation: Allocation,
): readonly Allocation[] {
  const index = allocations.findIndex(({ id }) => id === allocation.id);
  return index === -1 ? [...allocations, allocation] : allocations.with(index, allocation);
}

function store(ledger: LedgerState, allocations: readonly Allocation[]): Changes {
  checkAllocations(allocations);
  return changesOn(ledger, { put: [allocationsToDoc(allocations, ledger.head.epoch)] });
}

function allocationIn(payload: JsonObject): Allocation {
  const [allocation] = readAllocations([payload["allocation"] ?? null]);
  if (allocation === undefined) throw new Error("The stored action has no allocation.");
  return allocation;
}

function archivedAlready(id: string): TreasuryError {
  return invalidRequest(`Allocation ${JSON.stringify(id)} is archived. Use another id.`);
}
