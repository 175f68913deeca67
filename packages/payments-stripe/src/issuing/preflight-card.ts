import { Micros, type PreflightAnswer, type PreflightOrder } from "@agent-treasury/provider";
import type { Connection } from "../connection.ts";

/** Compares an amount with what Stripe reports as available to Issuing, if it reports it. */
export async function preflightCard(
  { client }: Connection,
  { amount, signal }: PreflightOrder,
): Promise<PreflightAnswer> {
  if (amount < Micros.perCent) {
    return { kind: "unsupported", reason: "A card's limit must be at least one cent." };
  }
  signal.throwIfAborted();
  const { issuing } = await client.balance.retrieve();
  const available = issuing?.available.find(({ currency }) => currency === "usd");
  if (available === undefined) return { kind: "ready" };
  const balance = Micros.fromCents(available.amount);
  if (balance >= amount) return { kind: "ready" };
  const reason = `The Issuing balance at Stripe is ${Micros.formatUsd(balance)}.`;
  return { kind: "insufficient_funds", reason };
}
