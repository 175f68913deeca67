import type { Base64Url, PasskeyAssertion } from "@agent-treasury/provider";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { embeddedFlaw } from "./client-data.ts";
import { toBytes } from "./encoding.ts";

export interface AssertionTerms {
  readonly challenge: Base64Url;
  readonly publicKey: Base64Url;
  readonly rpId: string;
  readonly origins: string[];
}

/**
 * Returns the authenticator's counter.
 *
 * @throws Error with the reason if the assertion is not valid.
 */
export async function checkAssertion(
  assertion: PasskeyAssertion,
  { challenge, publicKey, rpId, origins }: AssertionTerms,
): Promise<number> {
  const embedded = embeddedFlaw(assertion.response.clientDataJSON);
  if (embedded !== null) throw new Error(embedded);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The treasury compares the counter in the commit that uses the signature.
    credential: { id: assertion.id, publicKey: toBytes(publicKey), counter: -1 },
  });
  if (!verified) throw new Error("The signature does not match the public key.");
  return authenticationInfo.newCounter;
}
