export * from "./adapter/adapter-conformance.ts";
export type { AdapterUnderTest, RunningAdapter } from "./adapter/adapter-under-test.ts";
export {
  type AssertionRequest,
  type AttestationRequest,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
  softwareAuthenticator,
} from "./passkeys/software-authenticator.ts";
