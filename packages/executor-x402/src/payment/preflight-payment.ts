import { Micros, type PreflightAnswer, type PreflightOrder } from "@agent-treasury/provider";
import type { Address } from "viem";
import { isApproved, notApproved } from "../chain/nonce-state.ts";
import { firstAnswer } from "../chain/rpc-endpoint.ts";
import { tokenAbi } from "../chain/token-abi.ts";
import type { Connection } from "../connection.ts";
import { readTerms } from "../quote/quote-terms.ts";

/** Tests whether the account can pay: with a balance, and as a plain key. */
export async function preflightPayment(
  { quote, amount }: PreflightOrder,
  account: Address,
  connection: Connection,
  deploymentId: string,
): Promise<PreflightAnswer> {
  if (quote === null) return { kind: "unsupported", reason: "The spend has no quote." };
  const terms = readTerms(quote);
  const { network, token, permit2 } = terms;
  if (terms.deploymentId !== deploymentId) {
    const reason = "The price was quoted to another copy of the database. Propose the spend again.";
    return { kind: "unsupported", reason };
  }
  if (!quote.isFixed && amount !== quote.maximum) {
    const reason = "The seller accepts only the whole amount of the quote.";
    return { kind: "unsupported", reason };
  }
  const endpoints = connection.networks.get(network)?.endpoints;
  if (endpoints === undefined) {
    return { kind: "unsupported", reason: `The network ${network} is not connected.` };
  }
  const [balance, code, mayTransfer] = await firstAnswer(endpoints, (client) =>
    Promise.all([
      client.readContract({
        address: token,
        abi: tokenAbi,
        functionName: "balanceOf",
        args: [account],
      }),
      client.getCode({ address: account }),
      permit2 === null || isApproved(client, token, account, amount),
    ]),
  );
  if (code !== undefined && code !== "0x") {
    const reason = `The account on ${network} has code. Only plain keys are supported.`;
    return { kind: "unsupported", reason };
  }
  if (!mayTransfer) return { kind: "unsupported", reason: notApproved(token, network) };
  if (balance >= amount) return { kind: "ready" };
  const available = Micros.format(Micros.of(balance));
  const reason = `The account on ${network} has $${available} of $${Micros.format(amount)}.`;
  return { kind: "insufficient_funds", reason };
}
