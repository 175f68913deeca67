import { describe, expect, it } from "vitest";
import { expenseAccountOf, parseExpenseAccounts } from "./expense-accounts.ts";

describe("expense accounts", () => {
  const accounts = parseExpenseAccounts(
    "accounts.json",
    JSON.stringify({
      vendors: { Namecheap: "expenses:domains" },
      categories: { Software: "expenses:it services" },
    }),
  );

  it("are those of the vendor, then of the category", () => {
    expect(expenseAccountOf(accounts, " namecheap", "software")).toBe("expenses:domains");
    expect(expenseAccountOf(accounts, "Acme", "SOFTWARE")).toBe("expenses:it services");
    expect(expenseAccountOf(accounts, null, null)).toBeNull();
  });

  it.each([
    ["[]", "is not a JSON object"],
    ["{", "is not a JSON object"],
    ['{ "vendor": {} }', 'has an unknown field "vendor"'],
    ['{ "vendors": "expenses" }', "has no object of accounts in `vendors`"],
    ['{ "vendors": { "Acme": 7 } }', 'has no account name for "Acme"'],
    ['{ "categories": { "office": "expenses  office" } }', 'has no account name for "office"'],
    ['{ "categories": { "office": "expenses:;x" } }', 'has no account name for "office"'],
    ['{ "categories": { "office": "expenses::office" } }', 'has no account name for "office"'],
  ])("are refused: %s", (text, problem) => {
    expect(() => parseExpenseAccounts("accounts.json", text)).toThrow(`accounts.json ${problem}`);
  });
});
