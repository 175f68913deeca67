import type {
  NewPasskey,
  PasskeyChallengeRequest,
  PasskeyRegistration,
  PasskeySignature,
  TreasuryClient,
} from "@agent-treasury/sdk-client";
import { passkeyProblem } from "./passkey-problem.ts";

/**
 * Asks the person to sign a decision with a passkey.
 *
 * @throws Error with a text for the person; TreasuryApiError.
 */
export async function signWithPasskey(
  client: Pick<TreasuryClient, "passkeys">,
  request: PasskeyChallengeRequest,
): Promise<PasskeySignature> {
  const { nonce, options } = await client.passkeys.challenge(request);
  const { id, rawId, type, response } = await explained(async () => {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    return startAuthentication({ optionsJSON: options });
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    nonce,
    assertion: { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } },
  };
}

/**
 * Asks the person's device to create a passkey.
 *
 * @throws Error with a text for the person.
 */
export async function createPasskey({
  nonce,
  options,
}: PasskeyRegistration): Promise<Pick<NewPasskey, "nonce" | "registration">> {
  const { id, rawId, type, response } = await explained(async () => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    return startRegistration({ optionsJSON: options });
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    nonce,
    registration: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, transports },
    },
  };
}

async function explained<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    const problem = passkeyProblem(error);
    throw problem === null ? error : new Error(problem, { cause: error });
  }
}
