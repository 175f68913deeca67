import type { Allocation as WireAllocation, AllocationList } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import {
  type Allocation,
  type AllocationLimit,
  type LocalClock,
  usageIn,
  type Window,
} from "@agent-treasury/rules";
import { type Command, unchanged } from "../../../kernel/ledger/command.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { timestampOrNull } from "../../../kernel/ledger/timestamp.ts";
import { allocationCounterKey, allocationsOf } from "./allocations-doc.ts";
import { allocationCounter } from "./counter-doc.ts";

/** Reads all allocations, with the usage of those that are not archived. */
export function readAllocationUsage(clock: LocalClock): Command<AllocationList> {
  return {
    name: "read_allocations",
    reduce: (ledger, now) => {
      const allocations = allocationsOf(ledger);
      const live = allocations.filter(({ isArchived }) => !isArchived);
      if (live.length > 0) ledger.request(live.map(allocationCounterKey));
      const shown = allocations.map((one) => allocationToWire(ledger, one, clock, now));
      return unchanged({ allocations: shown });
    },
  };
}

function allocationToWire(
  ledger: LedgerState,
  allocation: Allocation,
  clock: LocalClock,
  now: number,
): WireAllocation {
  const { id, name, parent, limit, endsAt, isArchived } = allocation;
  const usage = isArchived ? noUsage : usageOf(ledger, allocation, clock, now);
  const wire = limitToWire(limit);
  return {
    id,
    name,
    parent,
    ...wire,
    endsAt: timestampOrNull(endsAt),
    archived: isArchived,
    ...usage,
  };
}

type UsageFields = Pick<WireAllocation, "usedUsd" | "heldUsd" | "leftUsd">;

const noUsage: UsageFields = { usedUsd: null, heldUsd: null, leftUsd: null };

function usageOf(
  ledger: LedgerState,
  allocation: Allocation,
  clock: LocalClock,
  now: number,
): UsageFields {
  const { limit } = allocation;
  const counter = allocationCounter(ledger, allocationCounterKey(allocation));
  const { used } = usageIn(counter, limit?.window ?? null, clock, now);
  const left = limit && Micros.max(Micros.subtract(limit.amount, used), Micros.zero);
  return {
    usedUsd: Micros.toUsd(used),
    heldUsd: Micros.toUsd(counter.held),
    leftUsd: left === null ? null : Micros.toUsd(left),
  };
}

export function limitToWire(
  limit: AllocationLimit | null,
): Pick<WireAllocation, "limitUsd" | "per"> {
  if (limit === null) return { limitUsd: null, per: null };
  return { limitUsd: Micros.toUsd(limit.amount), per: windowToWire(limit.window) };
}

function windowToWire(window: Window | null): WireAllocation["per"] {
  if (window === null) return null;
  return window.kind === "calendar" ? window.period : { rollingHours: window.hours };
}
