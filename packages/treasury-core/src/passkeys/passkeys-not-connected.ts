import { TreasuryError } from "@agent-treasury/provider";

export function passkeysNotConnected(): TreasuryError {
  const message = "Passkeys are not set up. Pass `passkeys` to `createTreasury`.";
  return new TreasuryError("passkeys_not_connected", message);
}
