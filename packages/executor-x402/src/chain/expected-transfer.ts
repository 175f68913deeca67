import { type Log, isAddressEqual, parseEventLogs } from "viem";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { tokenAbi } from "./token-abi.ts";

/**
 * Whether the transfer that follows an authorization's event is the authorized one. A transaction
 * may settle several authorizations, so another transfer in it proves nothing.
 */
export function isExpectedTransfer(
  logs: readonly Log[],
  usedAt: number,
  { token, from, to, value }: AuthorizedPayment,
): boolean {
  const own = logs.filter(({ address }) => isAddressEqual(address, token));
  const transfers = parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs: own });
  const transfer = transfers.find(({ logIndex }) => logIndex > usedAt);
  return (
    transfer !== undefined &&
    isAddressEqual(transfer.args.from, from) &&
    isAddressEqual(transfer.args.to, to) &&
    transfer.args.value === value
  );
}
