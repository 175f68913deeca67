import type { PasskeyVerifier } from "@agent-treasury/provider";
import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import type { RuleSets } from "../rules/index.ts";
import { invitingAction } from "./invite-passkey.ts";
import { verifierTerm } from "./passkey-errors.ts";
import { passkeyIndexKey } from "./passkey-index.ts";
import { passkeyDocument } from "./passkey-record.ts";
import { removingAction } from "./remove-passkey.ts";
import { signatureDocument } from "./signature-evidence.ts";

export { verifierTerm } from "./passkey-errors.ts";
export { passkeyHolders } from "./passkey-index.ts";
export { signatureFromDoc, signatureKey } from "./signature-evidence.ts";
export { canonicalRecord } from "./signed-record.ts";
export { verifyDecision } from "./verify-signature.ts";

export function passkeysFeature(ruleSets: RuleSets, verifier: PasskeyVerifier | null): Feature {
  return {
    name: "passkeys",
    requires: ["administration", "rules", "standing-approvals"],
    terms: [verifierTerm.with(verifier)],
    documents: [
      passkeyDocument,
      signatureDocument,
      ...neverErased(passkeyIndexKey.kind, "passkey_registration", "passkey_challenge"),
    ],
    actions: { invite_passkey: invitingAction, remove_passkey: removingAction(ruleSets) },
  };
}
