import { type PasskeyVerifier, TreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";

export const verifierTerm: TermSlot<PasskeyVerifier | null> = new TermSlot("passkeys");

/** @throws TreasuryError `passkeys_not_connected`. */
export function verifierOf({ policy }: Pick<Engine, "policy">): PasskeyVerifier {
  const verifier = verifierTerm.of(policy);
  if (verifier !== null) return verifier;
  const message = "Passkeys are not set up. Pass `passkeys` to `createTreasury`.";
  throw new TreasuryError("passkeys_not_connected", message);
}

export function passkeyRejected(reason: string): TreasuryError {
  return new TreasuryError("passkey_rejected", reason);
}

export function passkeyNotFound(id: string): TreasuryError {
  const message = `The passkey ${JSON.stringify(id)} does not exist.`;
  return new TreasuryError("passkey_not_found", message);
}

export function invitationInvalid(): TreasuryError {
  const message = "The invitation is unknown, expired or used, or for another person.";
  return new TreasuryError("passkey_invitation_invalid", message);
}
