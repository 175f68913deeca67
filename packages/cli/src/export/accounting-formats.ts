import { Micros } from "@agent-treasury/provider";
import { asText, csvLine } from "./csv-lines.ts";

/** The accounts of a journal. Those of expenses can differ by payee, category and agent. */
export const accountRoles = [
  "treasury",
  "startingCapital",
  "openingBalances",
  "deposits",
  "revenue",
  "expenses",
  "rounding",
] as const;
export type AccountRole = (typeof accountRoles)[number];

export interface Posting {
  readonly account: string;
  readonly amount: Micros;
}

/** Postings that sum up to zero. */
export interface Transaction {
  /** Unique in the books of a workspace. */
  readonly id: string;
  readonly day: string;
  readonly title: string;
  /** Of the ledger entry. Null for another transaction. */
  readonly sequence: string | null;
  readonly postings: readonly Posting[];
  readonly treasury: string;
  /** Of the account `treasury`, after the transaction. */
  readonly balance: Micros;
  /** Of the same account, at the beginning of the day. Null unless it is the first one of its day. */
  readonly balanceBefore: Micros | null;
  /** Accounts that occur for the first time. */
  readonly opened: readonly string[];
}

export interface AccountingFormat {
  readonly heading: string;
  /** Null without names that the program would know. */
  readonly accounts: Readonly<Record<AccountRole, string>> | null;
  readonly account: RegExp;
  /** The smallest amount of the program. */
  readonly unit: bigint;
  /**
   * Whether one set of books imports each period's file, of one workspace. Otherwise each file begins
   * with the balance, and can have many workspaces.
   */
  readonly isContinued: boolean;
  write(transaction: Transaction, taxRate: string): string;
}

const names = {
  treasury: "assets:treasury",
  startingCapital: "equity:starting capital",
  openingBalances: "equity:opening balances",
  deposits: "equity:deposits",
  revenue: "revenues",
  expenses: "expenses",
  rounding: "equity:rounding",
};

function renamed(rename: (name: string) => string): Record<AccountRole, string> {
  const entries = Object.entries(names).map(([role, name]) => [role, rename(name)]);
  return Object.fromEntries(entries) as Record<AccountRole, string>;
}

const titled = (name: string): string =>
  name.replace(/^revenues$/, "income").replace(/(?<=^|:)./g, (letter) => letter.toUpperCase());
const anyName = /^[^\s"](?:[^\p{Cc}"]*[^\s"])?$/u;
const unsigned = (amount: Micros): string => Micros.format(amount).replace("-", "");
const isoDay = /^(\d+)-(\d+)-(\d+)$/;

export type AccountingName = "hledger" | "beancount" | "quickbooks" | "xero";

export const accountingFormats: Readonly<Record<AccountingName, AccountingFormat>> = {
  hledger: {
    heading: "; The ledger of an Agent Treasury\ndecimal-mark .\ncommodity USD 1000.000000\n",
    accounts: names,
    // Two spaces end a name, and a semicolon begins a comment.
    account: /^(?!:|.*::|.*:$)[^\s;()[\]"]+(?: [^\s;()[\]"]+)*$/u,
    unit: 1n,
    isContinued: false,
    write: ({ day, id, title, sequence, postings, treasury, balance }) => {
      const comment = sequence === null ? "" : `  ; sequence:${sequence}`;
      const lines = postings.map(({ account, amount }) => {
        const asserted = account === treasury ? ` = USD ${Micros.format(balance)}` : "";
        return `    ${account}  USD ${Micros.format(amount)}${asserted}`;
      });
      return [`${day} * (${id}) ${title}${comment}`, ...lines, ""].join("\n");
    },
  },
  beancount: {
    heading: '; The ledger of an Agent Treasury\noption "operating_currency" "USD"\n',
    accounts: renamed((name) =>
      titled(name)
        .replaceAll(" ", "-")
        .replace(/^Expenses$/, "$&:Agents"),
    ),
    account: /^(?:Assets|Liabilities|Equity|Income|Expenses)(?::[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*)+$/u,
    unit: 1n,
    isContinued: true,
    write: ({ day, id, title, sequence, postings, treasury, balanceBefore, opened }) =>
      [
        ...opened.map((account) => `${day} open ${account} USD`),
        ...(balanceBefore === null
          ? []
          : [`${day} balance ${treasury}  ${Micros.format(balanceBefore)} ~ 0 USD`]),
        `${day} * "${title.replaceAll(/["\\]/g, "\\$&")}" "${id}"`,
        ...(sequence === null ? [] : [`  sequence: ${sequence}`]),
        ...postings.map(({ account, amount }) => `  ${account}  ${Micros.format(amount)} USD`),
        "",
      ].join("\n"),
  },
  quickbooks: {
    heading:
      "*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class",
    accounts: renamed((name) => `Agent treasury:${titled(name).replace(/^.*:/, "")}`),
    account: anyName,
    unit: Micros.perCent,
    isContinued: true,
    write: ({ day, id, title, postings }) =>
      postings
        .map(({ account, amount }) => {
          const sides = amount > 0n ? [unsigned(amount), ""] : ["", unsigned(amount)];
          const date = day.replace(isoDay, "$2/$3/$1");
          return csvLine([id, date, account, ...sides, asText(title) ?? "", "", "USD", "", ""]);
        })
        .join("\n"),
  },
  xero: {
    heading: "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount",
    accounts: null,
    account: anyName,
    unit: Micros.perCent,
    isContinued: true,
    write: ({ day, id, title, postings }, taxRate) => {
      const [, year = "", month = "", date = ""] = isoDay.exec(day) ?? [];
      // The same for organisations with the month first, and with the day first.
      const name = "JanFebMarAprMayJunJulAugSepOctNovDec".slice(Number(month) * 3 - 3).slice(0, 3);
      return postings
        .map(({ account, amount }) =>
          csvLine([
            asText(`${id} ${title}`) ?? "",
            `${date} ${name} ${year}`,
            asText(title) ?? "",
            account,
            taxRate,
            Micros.format(amount),
          ]),
        )
        .join("\n");
    },
  },
};
