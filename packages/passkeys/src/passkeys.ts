import {
  type PasskeyAssertion,
  type PasskeyVerifier,
  type RejectedPasskey,
  TreasuryError,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { type AssertionTerms, checkAssertion } from "./check-assertion.ts";
import { embeddedFlaw } from "./client-data.ts";
import { toText } from "./encoding.ts";
import { verifyStoredAssertion } from "./verify-stored-assertion.ts";

export interface PasskeysOptions {
  /** Domain of the passkeys, for example `example.com`: the host of the page or one above it. */
  readonly rpId: string;
  /** Name of the deployment, which devices show. */
  readonly rpName: string;
  /** Origins of the pages, for example `https://treasury.example.com`. */
  readonly origins: readonly string[];
}

const optionNames: NamesOf<PasskeysOptions> = { rpId: true, rpName: true, origins: true };

/** EdDSA, ES256 and RS256, which all common authenticators support. */
const algorithms: readonly number[] = [-8, -7, -257];

/**
 * Verifies passkeys with `@simplewebauthn/server`.
 *
 * @throws TreasuryError `invalid_request` for an origin that browsers would not accept for `rpId`.
 * @example
 * ```ts
 * passkeys({
 *   rpId: "treasury.example.com",
 *   rpName: "Example Treasury",
 *   origins: ["https://treasury.example.com"],
 * });
 * ```
 */
export function passkeys(options: PasskeysOptions): PasskeyVerifier {
  checkOptions("passkeys", options, optionNames);
  checkValues(options);
  const { rpId, rpName, origins } = options;
  const expectedOrigin = [...origins];
  return {
    specificationVersion: "1",
    rpId,
    rpName,
    algorithms,
    verifyAttestation: async (attestation, challenge) => {
      const embedded = embeddedFlaw(attestation.response.clientDataJSON);
      if (embedded !== null) return rejected(embedded);
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...attestation, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin,
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: [...algorithms],
        });
        if (!verified) return rejected("The passkey could not be verified.");
        const { credential, credentialDeviceType } = registrationInfo;
        return {
          kind: "verified",
          credentialId: credential.id,
          publicKey: toText(credential.publicKey),
          counter: credential.counter,
          isSynced: credentialDeviceType === "multiDevice",
        };
      } catch (error) {
        return rejected(reasonOf(error));
      }
    },
    verifyAssertion: (assertion, challenge, publicKey) =>
      verifiedAssertion(assertion, { challenge, publicKey, rpId, origins: expectedOrigin }),
    verifyStored: verifyStoredAssertion,
  };
}

async function verifiedAssertion(
  assertion: PasskeyAssertion,
  terms: AssertionTerms,
): ReturnType<PasskeyVerifier["verifyAssertion"]> {
  try {
    return { kind: "verified", counter: await checkAssertion(assertion, terms) };
  } catch (error) {
    return rejected(reasonOf(error));
  }
}

function rejected(reason: string): RejectedPasskey {
  return { kind: "rejected", reason };
}

/** The library throws for each invalid value. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "The passkey could not be verified.";
}

function checkValues({ rpId, rpName, origins }: PasskeysOptions): void {
  if (rpName.trim() === "") throw invalid("`rpName` must not be empty.");
  if (origins.length === 0) throw invalid("`origins` must not be empty.");
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : null;
    if (url?.origin !== origin) {
      throw invalid(
        `\`origins\`: ${JSON.stringify(origin)} is not an origin such as https://app.example.com.`,
      );
    }
    const { hostname, protocol } = url;
    if (hostname !== rpId && !hostname.endsWith(`.${rpId}`)) {
      throw invalid(`\`rpId\`: "${rpId}" is neither the host of ${origin} nor a domain above it.`);
    }
    const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
    if (protocol !== "https:" && !isLocal) {
      throw invalid(
        `\`origins\`: browsers offer passkeys only on https and localhost, not on ${origin}.`,
      );
    }
  }
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
