import { type Entry, type Head, Micros } from "@agent-treasury/provider";
import { type EntryRecord, accountFromRecord, entryFromBody } from "@agent-treasury/treasury-core";
import type { AccountMap } from "./account-map.ts";
import type { AccountingFormat, AccountRole, Posting } from "./accounting-formats.ts";
import { type ExportDays, isWithin } from "./export-days.ts";
import type { PaidSpend } from "./paid-spends.ts";

const counterparts = { deposit: "deposits", revenue: "revenue" } as const;

export interface JournalOptions {
  readonly days: ExportDays;
  readonly format: AccountingFormat;
  readonly accounts: AccountMap;
}

/** What a transaction is about. */
interface Subject {
  readonly id: string;
  readonly day: string;
  readonly title: string;
  readonly sequence?: string;
}

/**
 * Entries of one workspace as double-entry transactions. An epoch begins with its starting capital and
 * is closed to zero before the next, so that the final balances are those of the workspace's state.
 * Unless the format is continued, days after the first ones begin with their balance.
 *
 * In a format of cents, each account has its exact total, rounded. What remains of a transaction is
 * posted to the account `rounding`.
 */
export class WorkspaceJournal {
  readonly #workspaceId: string;
  readonly #head: Head;
  readonly #options: JournalOptions;
  /** Of the last entry, also of one that is not written. */
  #epoch = 0;
  #isOpen = false;
  #day: string | null = null;
  /** Exact, and as written. */
  #balances = new Map<string, Micros>();
  #written = new Map<string, Micros>();

  constructor(workspaceId: string, head: Head, options: JournalOptions) {
    this.#workspaceId = workspaceId;
    this.#head = head;
    this.#options = options;
  }

  /** Opens the epoch before its first entry. */
  *entry(entry: Entry, spend: PaidSpend | null): Generator<string> {
    const record = entryFromBody(entry.body);
    const { id, day } = record;
    const { format, days, accounts } = this.#options;
    const begins = entry.epoch !== this.#epoch;
    const closed = this.#epoch;
    this.#epoch = entry.epoch;
    if (!format.isContinued && !isWithin(days, day)) return;
    if (begins) yield* this.#close(format.isContinued ? day : this.#day, closed);
    if (!this.#isOpen) {
      yield* this.#open(day, Micros.subtract(entry.balance, entry.amount), begins);
    }
    const title = titleOf(record);
    const sequence = `${entry.sequence}`;
    const counterpart =
      record.type === "expense"
        ? accounts.expenseAccountOf(subjectOf(record, spend))
        : accounts.nameOf(counterparts[record.type]);
    yield* this.#post({ id, day, title, sequence }, counterpart, entry.amount);
  }

  /** Opens the current epoch if it has no entries. */
  *end(): Generator<string> {
    const { format, days } = this.#options;
    if (format.isContinued || this.#epoch === this.#head.epoch) return;
    const { startingCapital, day } = accountFromRecord(this.#head.account);
    if (!isWithin(days, day)) return;
    yield* this.#close(this.#day, this.#epoch);
    this.#epoch = this.#head.epoch;
    yield* this.#open(day, startingCapital, true);
  }

  *#open(day: string, balance: Micros, isFirst: boolean): Generator<string> {
    this.#isOpen = true;
    if (balance === Micros.zero) return;
    const [id, title, source] = isFirst
      ? ([`capital_${this.#epoch}`, "Starting capital", "startingCapital"] as const)
      : ([`opening_${day}`, "Opening balance", "openingBalances"] as const);
    yield* this.#post({ id, day, title }, this.#options.accounts.nameOf(source), balance);
  }

  *#close(day: string | null, epoch: number): Generator<string> {
    this.#isOpen = false;
    const left = [...this.#balances].filter(([, balance]) => balance !== Micros.zero);
    if (left.length === 0 || day === null) return;
    const postings = left.map(([account, balance]) => ({
      account,
      amount: Micros.negate(balance),
    }));
    yield* this.#write({ id: `reset_${epoch}`, day, title: "Reset of the workspace" }, postings);
  }

  #post(subject: Subject, counterpart: string, amount: Micros): Generator<string> {
    return this.#write(subject, [
      { account: this.#account("treasury"), amount },
      { account: this.#qualified(counterpart), amount: Micros.negate(amount) },
    ]);
  }

  *#write(subject: Subject, exact: readonly Posting[]): Generator<string> {
    const { format, days, accounts } = this.#options;
    const { day, sequence = null } = subject;
    const treasury = this.#account("treasury");
    const isFirst = day !== this.#day;
    const balanceBefore = isFirst ? (this.#balances.get(treasury) ?? Micros.zero) : null;
    this.#day = day;
    const known = new Set(this.#balances.keys());
    const postings = exact.map(({ account, amount }) => {
      const balance = Micros.add(this.#balances.get(account) ?? Micros.zero, amount);
      this.#balances.set(account, balance);
      return { account, amount: this.#step(account, roundedTo(format.unit, balance)) };
    });
    const left = postings.reduce((sum, { amount }) => Micros.add(sum, amount), Micros.zero);
    if (left !== Micros.zero) {
      const account = this.#account("rounding");
      const amount = Micros.negate(left);
      const balance = Micros.add(this.#written.get(account) ?? Micros.zero, amount);
      postings.push({ account, amount: this.#step(account, balance) });
    }
    const shown = format.unit === 1n ? postings : postings.filter(({ amount }) => amount !== 0n);
    if (!isWithin(days, day) || shown.length === 0) return;
    yield format.write(
      {
        ...subject,
        sequence,
        postings: shown,
        treasury,
        balance: this.#balances.get(treasury) ?? Micros.zero,
        balanceBefore,
        opened: exact.flatMap(({ account }) => (known.has(account) ? [] : [account])),
      },
      accounts.taxRate,
    );
  }

  /** Returns the difference to what was written before. */
  #step(account: string, balance: Micros): Micros {
    const before = this.#written.get(account) ?? Micros.zero;
    this.#written.set(account, balance);
    return Micros.subtract(balance, before);
  }

  #account(role: AccountRole): string {
    return this.#qualified(this.#options.accounts.nameOf(role));
  }

  /** A colon would begin a sub-account. Workspace ids contain no slashes. */
  #qualified(name: string): string {
    if (this.#options.format.isContinued) return name;
    return `${name}:${this.#workspaceId.replaceAll(":", "/")}`;
  }
}

/** Halves are rounded away from zero. */
function roundedTo(unit: bigint, amount: Micros): Micros {
  const magnitude = Micros.max(amount, Micros.negate(amount));
  const rounded = Micros.multiply(Micros.portion(magnitude, 1n, unit), unit);
  return amount < 0n ? Micros.negate(rounded) : rounded;
}

function subjectOf({ decision }: EntryRecord, spend: PaidSpend | null) {
  return {
    vendor: decision?.vendor.text ?? spend?.vendor ?? null,
    category: spend?.category ?? null,
    agent: decision?.ruled?.agentId ?? spend?.agentId ?? null,
  };
}

/** Removes characters that would end the description. */
function titleOf({ description, decision }: EntryRecord): string {
  const vendor = decision?.vendor.text;
  const text = description.text ?? "[erased]";
  const title = vendor == null || text.includes(vendor) ? text : `${vendor}: ${text}`;
  return title.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control};|]+/gu, " ").trim();
}
