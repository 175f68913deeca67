import type { AuthorizedPayment } from "./authorized-payment.ts";
import { isNonceUsed } from "./nonce-state.ts";
import type { RpcEndpoint } from "./rpc-endpoint.ts";

/** Whether an authorization is used in the finalized block of all endpoints that answer. */
export async function isUsedFinally(
  payment: AuthorizedPayment,
  endpoints: readonly RpcEndpoint[],
): Promise<boolean> {
  const asked = await Promise.allSettled(
    endpoints.map((endpoint) =>
      endpoint((client) => isNonceUsed(client, payment, { blockTag: "finalized" })),
    ),
  );
  const answers = asked.filter((answer) => answer.status === "fulfilled");
  return answers.length > 0 && answers.every(({ value }) => value);
}
