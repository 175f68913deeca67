import { createHash, randomUUID } from "node:crypto";

/** A row of the accounts. Its numbers are text, as the driver returns a bigint. */
export interface AccountRow {
  readonly balance_micros: string;
  readonly spent_today_micros: string;
  readonly sequence: string;
  readonly last_hash: string;
}

/** The rows of a spend. */
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

/** A unique id and purpose. */
export function newProposal(): { readonly id: string; readonly purpose: string } {
  const id = randomUUID();
  return { id, purpose: `An hour of a small machine for job ${id.slice(0, 8)}` };
}

/** Only the caps and one hash: less work than the treasury's, in favour of the comparison. */
export function decideNaively(account: AccountRow): NaiveSpend {
  const balance = BigInt(account.balance_micros) - amountMicros;
  const spentToday = BigInt(account.spent_today_micros) + amountMicros;
  if (balance < 0n || spentToday > maximumMicros) throw new Error("The spend exceeds a cap.");
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
