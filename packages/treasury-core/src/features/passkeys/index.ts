import { neverErased } from "../../kernel/documents/document-kind.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import type { Feature } from "../../kernel/feature.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { RuleSets } from "../rules/index.ts";
import { invitingAction } from "./invite-passkey.ts";
import { verifierTerm } from "./passkey-errors.ts";
import { passkeyIndexDocument } from "./passkey-index.ts";
import { passkeyDocument } from "./passkey-record.ts";
import { removingAction } from "./remove-passkey.ts";
import { signatureDocument } from "./signature-evidence.ts";

export { verifierTerm } from "./passkey-errors.ts";
export { passkeyHolders } from "./passkey-index.ts";
export { signatureFromDoc, signatureKey } from "./signature-evidence.ts";
export { canonicalRecord } from "./signed-record.ts";
export { verifyDecision } from "./verify-signature.ts";

/** @throws TreasuryError `invalid_request`. */
export function passkeysFeature(
  ruleSets: RuleSets,
  { passkeys, authenticate }: Partial<TreasuryOptions>,
): Feature {
  if (passkeys !== undefined && authenticate === undefined) {
    throw invalidRequest("`passkeys` needs persons who sign in. Pass `authenticate`.");
  }
  return {
    name: "passkeys",
    requires: ["administration", "rules", "standing-approvals"],
    terms: [verifierTerm.with(passkeys ?? null)],
    documents: [
      passkeyDocument,
      signatureDocument,
      passkeyIndexDocument,
      ...neverErased("passkey_registration", "passkey_challenge"),
    ],
    actions: { invite_passkey: invitingAction, remove_passkey: removingAction(ruleSets) },
  };
}
