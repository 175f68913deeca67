import { type Log, isAddressEqual, parseEventLogs } from "viem";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { tokenAbi } from "./token-abi.ts";

/**
 * Returns the value of the transfer that follows an authorization's event, or null if it is not the
 * authorized one. A transaction may settle several authorizations, so another transfer in it proves
 * nothing.
 */
export function expectedTransfer(
  logs: readonly Log[],
  usedAt: number,
  { token, from, to, value, permit2 }: AuthorizedPayment,
): bigint | null {
  const own = logs.filter(({ address }) => isAddressEqual(address, token));
  const transfers = parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs: own });
  const transfer = transfers.find(({ logIndex }) => logIndex > usedAt);
  if (transfer === undefined) return null;
  const { args } = transfer;
  const isWithin = permit2 === "upto" ? args.value <= value : args.value === value;
  const isExpected = isWithin && isAddressEqual(args.from, from) && isAddressEqual(args.to, to);
  return isExpected ? args.value : null;
}
