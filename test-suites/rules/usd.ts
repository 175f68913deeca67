import { Micros } from "@agent-treasury/provider";

export function usd(amount: number): Micros {
  return Micros.of(BigInt(Math.round(amount * 1_000_000)));
}
