import type { VerifyStoredAssertion } from "@agent-treasury/provider";
import { checkAssertion } from "./check-assertion.ts";
import { originUnder } from "./client-data.ts";

/**
 * Verifies a stored signature, without the service and the network. The origin was compared with the
 * deployment's when it was given. Here it must belong to the domain.
 */
export const verifyStoredAssertion: VerifyStoredAssertion = async ({
  assertion,
  challenge,
  publicKey,
  rpId,
}) => {
  try {
    const origin = originUnder(rpId, assertion.response.clientDataJSON);
    if (origin === null) return "The origin does not belong to the domain of the passkey.";
    await checkAssertion(assertion, { challenge, publicKey, rpId, origins: [origin] });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "The signature could not be verified.";
  }
};
