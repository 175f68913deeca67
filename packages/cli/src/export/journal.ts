import { type Entry, type Head, Micros } from "@agent-treasury/provider";
import { type EntryRecord, accountFromRecord, entryFromBody } from "@agent-treasury/treasury-core";

export const journalHeading =
  "; The ledger of an Agent Treasury\ndecimal-mark .\ncommodity USD 1000.000000\n";

type AccountName = "assets" | "capital" | "deposits" | "revenue" | "expenses";

const counterparts = { deposit: "deposits", revenue: "revenue", expense: "expenses" } as const;

/**
 * Entries of one workspace as double-entry transactions. hledger verifies every running balance. An
 * epoch begins with its starting capital and is closed to zero before the next, so that the final
 * balances are those of the workspace's state.
 */
export class WorkspaceJournal {
  readonly #workspaceId: string;
  readonly #head: Head;
  #epoch = 0;
  #day: string | null = null;
  #balances: Record<AccountName, Micros> = emptyBalances();

  constructor(workspaceId: string, head: Head) {
    this.#workspaceId = workspaceId;
    this.#head = head;
  }

  /** Opens the epoch before its first entry. */
  *entry(entry: Entry): Generator<string> {
    const record = entryFromBody(entry.body);
    if (entry.epoch !== this.#epoch) {
      yield* this.#close();
      this.#epoch = entry.epoch;
      yield* this.#open(record.day, Micros.subtract(entry.balance, entry.amount));
    }
    this.#day = record.day;
    const title = `(${record.id}) ${titleOf(record)}  ; sequence:${entry.sequence}`;
    const { amount } = entry;
    const postings = { assets: amount, [counterparts[record.type]]: Micros.negate(amount) };
    yield this.#transaction(record.day, title, postings, entry.balance);
  }

  /** Opens the current epoch if it has no entries. */
  *end(): Generator<string> {
    if (this.#epoch === this.#head.epoch) return;
    yield* this.#close();
    const { startingCapital, day } = accountFromRecord(this.#head.account);
    yield* this.#open(day, startingCapital);
  }

  *#open(day: string, capital: Micros): Generator<string> {
    if (capital === Micros.zero) return;
    const postings = { assets: capital, capital: Micros.negate(capital) };
    yield this.#transaction(day, "Starting capital", postings, capital);
  }

  *#close(): Generator<string> {
    const left = Object.entries(this.#balances).filter(([, balance]) => balance !== Micros.zero);
    if (left.length === 0 || this.#day === null) return;
    const postings = Object.fromEntries(
      left.map(([name, balance]) => [name, Micros.negate(balance)]),
    );
    yield this.#transaction(this.#day, "Reset of the workspace", postings, Micros.zero);
  }

  #transaction(
    day: string,
    title: string,
    postings: Partial<Record<AccountName, Micros>>,
    balance: Micros,
  ): string {
    const lines = (Object.entries(postings) as [AccountName, Micros][]).map(([name, amount]) => {
      this.#balances[name] = Micros.add(this.#balances[name], amount);
      const asserted = name === "assets" ? ` = USD ${Micros.format(balance)}` : "";
      return `    ${this.#account(name)}  USD ${Micros.format(amount)}${asserted}`;
    });
    return [`${day} * ${title}`, ...lines, ""].join("\n");
  }

  /** A colon would begin a sub-account. Workspace ids contain no slashes. */
  #account(name: AccountName): string {
    const workspace = this.#workspaceId.replaceAll(":", "/");
    return `${prefixes[name]}:${workspace}`;
  }
}

const prefixes: Readonly<Record<AccountName, string>> = {
  assets: "assets:treasury",
  capital: "equity:starting capital",
  deposits: "equity:deposits",
  revenue: "revenues",
  expenses: "expenses",
};

function emptyBalances(): Record<AccountName, Micros> {
  return {
    assets: Micros.zero,
    capital: Micros.zero,
    deposits: Micros.zero,
    revenue: Micros.zero,
    expenses: Micros.zero,
  };
}

/** Removes characters that would end the description. */
function titleOf({ description, decision }: EntryRecord): string {
  const vendor = decision?.vendor.text;
  const text = description.text ?? "[erased]";
  const title = vendor == null || text.includes(vendor) ? text : `${vendor}: ${text}`;
  return title.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control};|]+/gu, " ").trim();
}
