import { CommandError } from "../command-error.ts";
import { type AccountingFormat, type AccountRole, accountRoles } from "./accounting-formats.ts";

const groups = ["accounts", "vendors", "categories", "agents"] as const;
type Group = (typeof groups)[number];

/** What an expense is for. */
export interface ExpenseSubject {
  readonly vendor: string | null;
  readonly category: string | null;
  readonly agent: string | null;
}

const noTax = "Tax Exempt";

/** Names of accounts. For expenses, the payee's is used before that of the category, then the agent's. */
export class AccountMap {
  readonly #format: AccountingFormat;
  readonly #names: Readonly<Record<Group, ReadonlyMap<string, string>>>;
  /** Of Xero. */
  readonly taxRate: string;

  /**
   * Reads `{ "accounts": { "expenses": "400" }, "vendors": { "Namecheap": "expenses:domains" }, … }`.
   *
   * @param text null without a file.
   * @throws CommandError for another form, and for a name that the format cannot contain.
   */
  constructor(format: AccountingFormat, file: string, text: string | null) {
    const fail = (problem: string): never => {
      throw new CommandError(`${file} ${problem}`);
    };
    const { taxRate = noTax, ...given } =
      (text === null ? {} : objectOf(text)) ??
      fail(`is not a JSON object of ${groups.map((group) => `\`${group}\``).join(", ")}.`);
    if (typeof taxRate !== "string" || taxRate === "") fail("has no text in `taxRate`.");
    for (const name of Object.keys(given)) {
      if (!groups.some((group) => group === name)) fail(`has an unknown field ${quote(name)}.`);
    }
    const namesOf = (group: Group): ReadonlyMap<string, string> => {
      const accounts = given[group] ?? {};
      if (typeof accounts !== "object") return fail(`has no object of accounts in \`${group}\`.`);
      return new Map(
        Object.entries(accounts).map(([name, account]) => {
          const isKnown = group !== "accounts" || accountRoles.some((role) => role === name);
          if (!isKnown)
            fail(`has an unknown account ${quote(name)}. Use ${accountRoles.join(", ")}.`);
          if (typeof account === "string" && format.account.test(account)) {
            return [comparable(name), account] as const;
          }
          return fail(`has no account name for ${quote(name)} that this format can contain.`);
        }),
      );
    };
    this.#format = format;
    this.#names = Object.fromEntries(groups.map((group) => [group, namesOf(group)])) as Record<
      Group,
      ReadonlyMap<string, string>
    >;
    this.taxRate = String(taxRate);
  }

  /** @throws CommandError for an account without a name. */
  nameOf(role: AccountRole): string {
    const name = this.#names.accounts.get(comparable(role)) ?? this.#format.accounts?.[role];
    if (name !== undefined) return name;
    throw new CommandError(
      `This format has account codes. Name that of ${quote(role)} in \`accounts\` of the file of --accounts.`,
    );
  }

  expenseAccountOf({ vendor, category, agent }: ExpenseSubject): string {
    const { vendors, categories, agents } = this.#names;
    const found = [
      [vendors, vendor],
      [categories, category],
      [agents, agent],
    ] as const;
    for (const [accounts, name] of found) {
      const account = name === null ? undefined : accounts.get(comparable(name));
      if (account !== undefined) return account;
    }
    return this.nameOf("expenses");
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function quote(name: string): string {
  return JSON.stringify(name);
}

function comparable(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
