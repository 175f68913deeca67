/** A value of WebAuthn's JSON: bytes as base64url without padding. */
export type Base64Url = string;

/** The result of `startRegistration` of `@simplewebauthn/browser`. */
export interface PasskeyAttestation {
  readonly id: Base64Url;
  readonly rawId: Base64Url;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: Base64Url;
    readonly attestationObject: Base64Url;
  };
}

/** The result of `startAuthentication` of `@simplewebauthn/browser`. */
export interface PasskeyAssertion {
  readonly id: Base64Url;
  readonly rawId: Base64Url;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: Base64Url;
    readonly authenticatorData: Base64Url;
    readonly signature: Base64Url;
  };
}

/** A passkey that an authenticator created. */
export interface CreatedPasskey {
  readonly kind: "verified";
  readonly credentialId: Base64Url;
  /** In COSE. */
  readonly publicKey: Base64Url;
  /** 0 if the authenticator does not count its signatures. */
  readonly counter: number;
  /** Whether it may be copied to other devices. */
  readonly isSynced: boolean;
}

/** A verified signature. */
export interface VerifiedAssertion {
  readonly kind: "verified";
  readonly counter: number;
}

export interface RejectedPasskey {
  readonly kind: "rejected";
  /** One sentence for the person. */
  readonly reason: string;
}

/**
 * Verifies what browsers and authenticators return for passkeys (WebAuthn).
 *
 * Both methods verify the type, the challenge, the origin, the domain, that the page is not embedded
 * in one of another origin, and that the authenticator verified the person. The treasury itself
 * verifies the challenge's meaning, its single use, the person and the counter. An invalid value
 * resolves with `rejected`. A rejection is a failure of the service.
 *
 * Methods may run concurrently, and have no state.
 */
export interface PasskeyVerifier {
  readonly specificationVersion: "1";
  /** Domain of the passkeys, for example `example.com`. */
  readonly rpId: string;
  /** Name of the deployment, which devices show. */
  readonly rpName: string;
  /** Accepted COSE algorithms, the preferred first. */
  readonly algorithms: readonly number[];
  verifyAttestation(
    attestation: PasskeyAttestation,
    challenge: Base64Url,
  ): Promise<CreatedPasskey | RejectedPasskey>;
  /** Does not compare the counter, which changes meanwhile. */
  verifyAssertion(
    assertion: PasskeyAssertion,
    challenge: Base64Url,
    publicKey: Base64Url,
  ): Promise<VerifiedAssertion | RejectedPasskey>;
  /** Works without the options, because they may have changed since. */
  readonly verifyStored: VerifyStoredAssertion;
}

/** A stored signature. */
export interface StoredAssertion {
  readonly assertion: PasskeyAssertion;
  readonly challenge: Base64Url;
  readonly publicKey: Base64Url;
  readonly rpId: string;
}

/** Verifies a stored signature offline. Resolves with the reason if it is not valid. */
export type VerifyStoredAssertion = (stored: StoredAssertion) => Promise<string | null>;
