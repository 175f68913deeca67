import type { AuthorizedPayment } from "./authorized-payment.ts";
import type { RpcEndpoint } from "./rpc-endpoint.ts";
import { tokenAbi } from "./token-abi.ts";

/** Whether an authorization is used in the finalized block of all endpoints that answer. */
export async function isUsedFinally(
  { token, from, nonce }: AuthorizedPayment,
  endpoints: readonly RpcEndpoint[],
): Promise<boolean> {
  const asked = await Promise.allSettled(
    endpoints.map((endpoint) =>
      endpoint((client) =>
        client.readContract({
          address: token,
          abi: tokenAbi,
          functionName: "authorizationState",
          args: [from, nonce],
          blockTag: "finalized",
        }),
      ),
    ),
  );
  const answers = asked.filter((answer) => answer.status === "fulfilled");
  return answers.length > 0 && answers.every(({ value }) => value);
}
