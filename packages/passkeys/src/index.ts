export { type PasskeysOptions, passkeys } from "./passkeys.ts";
export { verifyStoredAssertion } from "./verify-stored-assertion.ts";
