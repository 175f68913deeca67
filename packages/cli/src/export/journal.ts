import { type Entry, type Head, Micros } from "@agent-treasury/provider";
import { type EntryRecord, accountFromRecord, entryFromBody } from "@agent-treasury/treasury-core";
import { type ExpenseAccounts, expenseAccountOf } from "./expense-accounts.ts";
import { type ExportDays, isWithin } from "./export-days.ts";
import type { PaidSpend } from "./paid-spends.ts";

export const journalHeading =
  "; The ledger of an Agent Treasury\ndecimal-mark .\ncommodity USD 1000.000000\n";

const assets = "assets:treasury";
const capital = "equity:starting capital";
const opening = "equity:opening balances";
const counterparts = {
  deposit: "equity:deposits",
  revenue: "revenues",
  expense: "expenses",
} as const;

type Postings = readonly (readonly [account: string, amount: Micros])[];

export interface JournalOptions {
  readonly days: ExportDays;
  readonly accounts: ExpenseAccounts;
}

/**
 * Entries of one workspace as double-entry transactions. hledger verifies every running balance. An
 * epoch begins with its starting capital and is closed to zero before the next, so that the final
 * balances are those of the workspace's state. Days after the first ones begin with their balance.
 */
export class WorkspaceJournal {
  readonly #workspaceId: string;
  readonly #head: Head;
  readonly #options: JournalOptions;
  /** Of the last entry, also of one that is not written. */
  #epoch = 0;
  #isOpen = false;
  #day: string | null = null;
  #balances = new Map<string, Micros>();

  constructor(workspaceId: string, head: Head, options: JournalOptions) {
    this.#workspaceId = workspaceId;
    this.#head = head;
    this.#options = options;
  }

  /** Opens the epoch before its first entry. */
  *entry(entry: Entry, spend: PaidSpend | null): Generator<string> {
    const record = entryFromBody(entry.body);
    const begins = entry.epoch !== this.#epoch;
    this.#epoch = entry.epoch;
    if (!isWithin(this.#options.days, record.day)) return;
    if (begins) yield* this.#close();
    if (!this.#isOpen) {
      const before = Micros.subtract(entry.balance, entry.amount);
      yield* this.#open(record.day, before, begins);
    }
    this.#day = record.day;
    const title = `(${record.id}) ${titleOf(record)}  ; sequence:${entry.sequence}`;
    const { amount } = entry;
    const counterpart = this.#counterpartOf(record, spend);
    const postings = [
      [assets, amount],
      [counterpart, Micros.negate(amount)],
    ] as const;
    yield this.#transaction(record.day, title, postings, entry.balance);
  }

  /** Opens the current epoch if it has no entries. */
  *end(): Generator<string> {
    if (this.#epoch === this.#head.epoch) return;
    const { startingCapital, day } = accountFromRecord(this.#head.account);
    if (!isWithin(this.#options.days, day)) return;
    yield* this.#close();
    yield* this.#open(day, startingCapital, true);
  }

  #counterpartOf({ type, decision }: EntryRecord, spend: PaidSpend | null): string {
    const other = counterparts[type];
    if (type !== "expense") return other;
    const vendor = decision?.vendor.text ?? spend?.vendor ?? null;
    return expenseAccountOf(this.#options.accounts, vendor, spend?.category ?? null) ?? other;
  }

  *#open(day: string, balance: Micros, isFirst: boolean): Generator<string> {
    this.#isOpen = true;
    if (balance === Micros.zero) return;
    const [title, source] = isFirst ? ["Starting capital", capital] : ["Opening balance", opening];
    const postings = [
      [assets, balance],
      [source, Micros.negate(balance)],
    ] as const;
    yield this.#transaction(day, title, postings, balance);
  }

  *#close(): Generator<string> {
    this.#isOpen = false;
    const left = [...this.#balances].filter(([, balance]) => balance !== Micros.zero);
    if (left.length === 0 || this.#day === null) return;
    const postings = left.map(([name, balance]) => [name, Micros.negate(balance)] as const);
    yield this.#transaction(this.#day, "Reset of the workspace", postings, Micros.zero);
  }

  #transaction(day: string, title: string, postings: Postings, balance: Micros): string {
    const lines = postings.map(([name, amount]) => {
      const before = this.#balances.get(name) ?? Micros.zero;
      this.#balances.set(name, Micros.add(before, amount));
      const asserted = name === assets ? ` = USD ${Micros.format(balance)}` : "";
      return `    ${this.#account(name)}  USD ${Micros.format(amount)}${asserted}`;
    });
    return [`${day} * ${title}`, ...lines, ""].join("\n");
  }

  /** A colon would begin a sub-account. Workspace ids contain no slashes. */
  #account(name: string): string {
    return `${name}:${this.#workspaceId.replaceAll(":", "/")}`;
  }
}

/** Removes characters that would end the description. */
function titleOf({ description, decision }: EntryRecord): string {
  const vendor = decision?.vendor.text;
  const text = description.text ?? "[erased]";
  const title = vendor == null || text.includes(vendor) ? text : `${vendor}: ${text}`;
  return title.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control};|]+/gu, " ").trim();
}
