import type { Block, PublicClient } from "viem";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { isNonceUsed } from "./nonce-state.ts";
import type { RpcEndpoint } from "./rpc-endpoint.ts";

/** How long one endpoint alone must have reported the same. */
const soloSeconds = 86_400;

/** What the chain records once, when a payment is made or canceled. */
export interface SingleUse {
  /** Seconds since 1970. */
  readonly validBefore: number;
  readonly isUsed: (
    client: PublicClient,
    block: { readonly blockNumber: bigint },
  ) => Promise<boolean>;
}

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
  const { validBefore } = payment;
  const isUsed: SingleUse["isUsed"] = (client, block) => isNonceUsed(client, payment, block);
  return isFinallyUsed({ validBefore, isUsed }, !isExpiry, endpoints, nowMs);
}

/** Whether it is certain that something is used, or is not used and expired. */
export async function isFinallyUsed(
  { validBefore, isUsed: isUsedAt }: SingleUse,
  isUse: boolean,
  endpoints: readonly RpcEndpoint[],
  nowMs: number,
): Promise<boolean> {
  const finals = await Promise.all(endpoints.map((endpoint) => endpoint(finalizedBlock)));
  const common = finals.reduce((oldest, block) => (block.number < oldest.number ? block : oldest));
  const isSolo = endpoints.length < 2;
  const seconds = validBefore + (isSolo ? soloSeconds : 0);
  if ((!isUse || isSolo) && Number(common.timestamp) < seconds) return false;
  // A lying endpoint could also invent the time.
  if (isSolo && nowMs / 1_000 < seconds) return false;
  const answers = await Promise.all(
    endpoints.map((endpoint) =>
      endpoint(async (client) => {
        const block = { blockNumber: common.number };
        const [{ hash }, isUsed] = await Promise.all([
          client.getBlock(block),
          isUsedAt(client, block),
        ]);
        return { hash, isUsed };
      }),
    ),
  );
  return answers.every(({ hash, isUsed }) => hash === common.hash && isUsed === isUse);
}

async function finalizedBlock(
  client: PublicClient,
): Promise<Pick<Block<bigint, false, "finalized">, "number" | "hash" | "timestamp">> {
  return client.getBlock({ blockTag: "finalized" });
}
