import { createHash, randomUUID } from "node:crypto";

/** A row of the accounts, with its numbers as text, as the driver gives a bigint. */
export interface AccountRow {
  readonly balance_micros: string;
  readonly spent_today_micros: string;
  readonly sequence: string;
  readonly last_hash: string;
}

/** What a spend writes. */
export interface NaiveSpend {
  readonly id: string;
  readonly amount: string;
  readonly vendor: string;
  readonly purpose: string;
  readonly sequence: string;
  readonly balance: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** A cent. */
export const amountMicros = 10_000n;
const maximumMicros = 1_000_000_000_000_000n;

export const naiveVendor = "Example Cloud";

/** A proposal's id and purpose, different each time. */
export function newProposal(): { readonly id: string; readonly purpose: string } {
  const id = randomUUID();
  return { id, purpose: `An hour of a small machine for job ${id.slice(0, 8)}` };
}

/** The caps alone, and one hash: less than the treasury does, so what is compared with is not slowed. */
export function decideNaively(account: AccountRow): NaiveSpend {
  const balance = BigInt(account.balance_micros) - amountMicros;
  const spentToday = BigInt(account.spent_today_micros) + amountMicros;
  if (balance < 0n || spentToday > maximumMicros) throw new Error("The spend passes a cap.");
  const sequence = (BigInt(account.sequence) + 1n).toString();
  const { id, purpose } = newProposal();
  const content = [account.last_hash, sequence, amountMicros.toString(), id, naiveVendor, purpose];
  return {
    id,
    amount: amountMicros.toString(),
    vendor: naiveVendor,
    purpose,
    sequence,
    balance: balance.toString(),
    previousHash: account.last_hash,
    hash: createHash("sha256").update(JSON.stringify(content)).digest("hex"),
  };
}
