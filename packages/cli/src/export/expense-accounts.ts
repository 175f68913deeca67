import { CommandError } from "../command-error.ts";

/** Accounts of a journal for expenses. A vendor's account is used before that of the category. */
export interface ExpenseAccounts {
  readonly vendors: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
}

export const noExpenseAccounts: ExpenseAccounts = { vendors: new Map(), categories: new Map() };

const groups = ["vendors", "categories"] as const;

/**
 * Reads `{ "vendors": { "Namecheap": "expenses:domains" }, "categories": { … } }`.
 *
 * @throws CommandError for another form, and for a name that a journal cannot contain.
 */
export function parseExpenseAccounts(file: string, text: string): ExpenseAccounts {
  const fail = (problem: string, cause?: unknown): never => {
    throw new CommandError(`${file} ${problem}`, { cause });
  };
  const given = objectOf(text) ?? fail("is not a JSON object of `vendors` and `categories`.");
  for (const name of Object.keys(given)) {
    if (!groups.some((group) => group === name)) fail(`has an unknown field ${quote(name)}.`);
  }
  const [vendors, categories] = groups.map((group) => {
    const accounts = given[group] ?? {};
    if (typeof accounts !== "object") return fail(`has no object of accounts in \`${group}\`.`);
    return new Map(
      Object.entries(accounts).map(([name, account]) => {
        if (isAccount(account)) return [comparable(name), account] as const;
        return fail(`has no account name for ${quote(name)}, such as "expenses:software".`);
      }),
    );
  });
  return { vendors: vendors ?? new Map(), categories: categories ?? new Map() };
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

/** Two spaces end an account's name, and a semicolon begins a comment. */
function isAccount(account: unknown): account is string {
  return (
    typeof account === "string" &&
    /^[^\s;()[\]"]+(?: [^\s;()[\]"]+)*$/u.test(account) &&
    !/^:|::|:$/.test(account)
  );
}

function quote(name: string): string {
  return JSON.stringify(name);
}

function comparable(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

/** Null for the account of other expenses. */
export function expenseAccountOf(
  accounts: ExpenseAccounts,
  vendor: string | null,
  category: string | null,
): string | null {
  const ofVendor = vendor === null ? undefined : accounts.vendors.get(comparable(vendor));
  const ofCategory = category === null ? undefined : accounts.categories.get(comparable(category));
  return ofVendor ?? ofCategory ?? null;
}
