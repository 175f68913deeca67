import type { Block, PublicClient } from "viem";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { isNonceUsed } from "./nonce-state.ts";
import type { RpcEndpoint } from "./rpc-endpoint.ts";

/** How long one endpoint alone must have reported the same. */
const soloSeconds = 86_400;

/**
 * Whether an authorization certainly paid nothing and never will: expired or canceled in a finalized
 * block on which two endpoints agree. One endpoint is trusted after a day.
 *
 * @param isExpiry Whether the authorization is unused. Otherwise it was canceled.
 */
export async function isNeverPaid(
  payment: AuthorizedPayment,
  isExpiry: boolean,
  endpoints: readonly RpcEndpoint[],
  nowMs: number,
): Promise<boolean> {
  const finals = await Promise.all(endpoints.map((endpoint) => endpoint(finalizedBlock)));
  const common = finals.reduce((oldest, block) => (block.number < oldest.number ? block : oldest));
  const isSolo = endpoints.length < 2;
  const seconds = payment.validBefore + (isSolo ? soloSeconds : 0);
  if ((isExpiry || isSolo) && Number(common.timestamp) < seconds) return false;
  // A lying endpoint could also invent the time.
  if (isSolo && nowMs / 1_000 < seconds) return false;
  const answers = await Promise.all(
    endpoints.map((endpoint) => endpoint((client) => answerAt(client, common.number, payment))),
  );
  return answers.every(({ hash, isUsed }) => hash === common.hash && isUsed !== isExpiry);
}

async function finalizedBlock(
  client: PublicClient,
): Promise<Pick<Block<bigint, false, "finalized">, "number" | "hash" | "timestamp">> {
  return client.getBlock({ blockTag: "finalized" });
}

async function answerAt(client: PublicClient, blockNumber: bigint, payment: AuthorizedPayment) {
  const [{ hash }, isUsed] = await Promise.all([
    client.getBlock({ blockNumber }),
    isNonceUsed(client, payment, { blockNumber }),
  ]);
  return { hash, isUsed };
}
