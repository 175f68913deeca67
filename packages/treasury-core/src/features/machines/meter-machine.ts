import { type Key, type Machine, Micros, type TreasuryError } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { type Command, changesOn, type Outcome, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { LedgerAfter } from "../../kernel/ledger/ledger-after.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { reserveOnTab, TabAccount } from "../tabs/later.ts";

export const meterKind = "machine_meter";

const hourMs = 3_600_000n;
/** Maintenance releases a reservation earlier, also after an outage. */
const graceMs = 86_400_000;

/** What the tabs of a machine have charged. */
interface MachineMeter {
  readonly tabId: string;
  /** The compute cost up to which it is charged, in micro-dollars. */
  readonly counted: string;
  /** Covers the cost until a time. */
  readonly reserved: { readonly number: number; readonly until: number } | null;
}

export interface Metering {
  readonly machine: Machine;
  /** The most that an hour costs. */
  readonly hourly: Micros;
  /** What follows: a use for this time on this tab, or the end of the machine. */
  readonly next: { readonly tabId: string; readonly lifetimeMs: number } | "end" | null;
}

/**
 * Charges what a machine cost since the last time, and reserves what its use can cost. Both are one
 * commit with the record of what is charged, so that nothing is charged twice.
 *
 * @returns why the tab takes no reservation, if it was closed now.
 */
export function meterMachine(
  metering: Metering,
  policy: SpendingPolicy,
): Command<TreasuryError | null> {
  return {
    name: "meter_machine",
    reduce: (ledger, now) => meter(ledger, metering, policy, now),
  };
}

function meter(
  ledger: LedgerState,
  { machine, hourly, next }: Metering,
  policy: SpendingPolicy,
  now: number,
): Outcome<TreasuryError | null> {
  const { epoch } = ledger.head;
  const key: Key = { kind: meterKind, id: machine.id };
  const [doc] = ledger.request([key]);
  const use = next === "end" ? null : next;
  const counted = Micros.toText(machine.computeCost);
  const known =
    doc?.epoch === epoch
      ? fromStored<MachineMeter>(doc.body)
      : use && { tabId: use.tabId, counted, reserved: null };
  if (known === null) return unchanged(null);
  const { reserved } = known;
  const growth = Micros.subtract(machine.computeCost, Micros.of(known.counted));
  const isCovered = machine.state === "started" && reserved !== null && reserved.until > now;
  if (next === null && growth <= Micros.zero && (reserved === null || isCovered)) {
    return unchanged(null);
  }
  const after = new LedgerAfter(ledger);
  const account = new TabAccount({ ledger: after, policy, now }, known.tabId);
  // A closed tab posts each charge at once, so that a machine that runs on is charged by the hour.
  const isRunning = machine.state === "started" && reserved === null && growth < hourly;
  if (next === null && account.isClosed && isRunning) return unchanged(null);
  if (reserved !== null) account.cancel(reserved.number);
  if (growth > Micros.zero) account.addUnreserved(growth, "machine");
  if (next === "end") account.close("call");
  const reservationUntil = (until: number) => ({
    amount: Micros.max(Micros.portion(hourly, BigInt(until - now), hourMs), Micros.of(1n)),
    meter: "machine",
    lifetimeMs: until - now + graceMs,
  });
  const record: MachineMeter = {
    tabId: use?.tabId ?? known.tabId,
    counted: growth > Micros.zero ? counted : known.counted,
    reserved: null,
  };
  let number: number | undefined;
  let until = reserved?.until ?? now;
  let answer: TreasuryError | null = null;
  if (use === null && isCovered && !account.isClosed) {
    const { amount, meter: name, lifetimeMs } = reservationUntil(until);
    number = account.reserve(amount, name, now + lifetimeMs);
  }
  // A reservation on the same tab does this, and reports that the tab is exhausted.
  if (use?.tabId !== known.tabId) account.settleDue();
  after.apply(account.changes());
  if (use !== null) {
    until = Math.max(until, now + use.lifetimeMs);
    const question = { tabId: use.tabId, caller: { agentId: null } };
    const step = reserveOnTab(question, reservationUntil(until), policy).reduce(after, now);
    if (step.kind === "changed") after.apply(step.changes);
    ({ number } = step.answer);
    answer = step.answer.refusal ?? null;
  }
  const body = { ...record, reserved: number === undefined ? null : { number, until } };
  after.apply(changesOn(after, { put: [keptDoc(key, epoch, body)] }));
  return { kind: "changed", answer, changes: after.changes };
}
