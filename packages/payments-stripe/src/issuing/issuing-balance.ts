import { Micros, type RailBalance, type RailMovement } from "@agent-treasury/provider";
import type { Connection } from "../connection.ts";
import { readPages } from "../read-pages.ts";
import { capturesOf } from "./card-outcome.ts";

/** Of one cardholder in a period. */
const maximumMovements = 10_000;

/** Returns the balance in USD that is available to cards; none without Issuing. */
export async function issuingBalances({ client }: Connection): Promise<readonly RailBalance[]> {
  const { issuing } = await client.balance.retrieve();
  return (issuing?.available ?? [])
    .filter(({ currency }) => currency === "usd")
    .map(({ amount }) => ({ asset: "USD for cards", amount: Micros.fromCents(amount) }));
}

/** Returns what left the account by the cardholder's cards, also by cards of others. */
export async function issuingMovements(
  { client }: Connection,
  cardholder: string,
  since: number,
): Promise<readonly RailMovement[]> {
  const created = { gte: Math.floor(since / 1_000) };
  const transactions = await readPages(
    (page) => client.issuing.transactions.list({ cardholder, created, ...page }),
    maximumMovements,
  );
  return transactions.flatMap((transaction) =>
    capturesOf([transaction]).map((capture) => ({
      ...capture,
      at: transaction.created * 1_000,
      description: transaction.merchant_data.name ?? "",
    })),
  );
}
