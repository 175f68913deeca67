import { describe, expect, it } from "vitest";
import { AccountMap } from "./account-map.ts";
import { accountingFormats } from "./accounting-formats.ts";

const { hledger, xero, beancount } = accountingFormats;

function accountOf(
  accounts: AccountMap,
  [vendor, category, agent]: readonly [string | null, string | null, string | null],
): string {
  return accounts.expenseAccountOf({ vendor, category, agent });
}

describe("accounts", () => {
  const accounts = new AccountMap(
    hledger,
    "accounts.json",
    JSON.stringify({
      vendors: { Namecheap: "expenses:domains" },
      categories: { Software: "expenses:it services" },
      agents: { Buyer: "expenses:buyer" },
    }),
  );

  it("are those of the vendor, then of the category, then of the agent", () => {
    expect(accountOf(accounts, [" namecheap", "software", "buyer"])).toBe("expenses:domains");
    expect(accountOf(accounts, ["Acme", "SOFTWARE", "buyer"])).toBe("expenses:it services");
    expect(accountOf(accounts, ["Acme", "office", "buyer"])).toBe("expenses:buyer");
    expect(accountOf(accounts, [null, null, null])).toBe("expenses");
  });

  it("need codes in Xero", () => {
    const codes = '{ "accounts": { "expenses": "400" }, "taxRate": "No VAT" }';
    const map = new AccountMap(xero, "accounts.json", codes);
    expect([map.nameOf("expenses"), map.taxRate]).toEqual(["400", "No VAT"]);
    expect(() => map.nameOf("treasury")).toThrow('Name that of "treasury" in `accounts`');
  });

  it("have the names that beancount can read", () => {
    const map = new AccountMap(beancount, "accounts.json", null);
    expect(map.nameOf("startingCapital")).toBe("Equity:Starting-capital");
    const wrong = '{ "vendors": { "Acme": "expenses:it" } }';
    expect(() => new AccountMap(beancount, "accounts.json", wrong)).toThrow("no account name");
  });

  it.each([
    ["[]", "is not a JSON object"],
    ["{", "is not a JSON object"],
    ['{ "vendor": {} }', 'has an unknown field "vendor"'],
    ['{ "vendors": "expenses" }', "has no object of accounts in `vendors`"],
    ['{ "accounts": { "cash": "assets:x" } }', 'has an unknown account "cash"'],
    ['{ "taxRate": 7 }', "has no text in `taxRate`"],
    ['{ "vendors": { "Acme": 7 } }', 'has no account name for "Acme"'],
    ['{ "categories": { "office": "expenses  office" } }', 'has no account name for "office"'],
    ['{ "categories": { "office": "expenses:;x" } }', 'has no account name for "office"'],
    ['{ "categories": { "office": "expenses::office" } }', 'has no account name for "office"'],
  ])("are refused: %s", (text, problem) => {
    const read = (): unknown => new AccountMap(hledger, "accounts.json", text);
    expect(read).toThrow(`accounts.json ${problem}`);
  });
});
