import type { PasskeyVerifier } from "@agent-treasury/provider";
import { SettingsError } from "../settings/settings-error.ts";
import type { PasskeySetting } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

const setting = "TREASURY_PASSKEYS";

/**
 * Passkeys for the pages of the public address.
 *
 * @throws SettingsError without sign-in, because a passkey belongs to a person.
 */
export async function openPasskeys(
  passkeySetting: PasskeySetting | null,
  baseUrl: string,
  hasSignIn: boolean,
): Promise<PasskeyVerifier | null> {
  if (passkeySetting === null) return null;
  if (!hasSignIn) throw new SettingsError([withoutSignIn]);
  const { passkeys } = await optionalPackage(
    "@agent-treasury/passkeys",
    setting,
    () => import("@agent-treasury/passkeys"),
  );
  const { hostname, origin } = new URL(baseUrl);
  const rpId = passkeySetting.rpId ?? hostname;
  return passkeys({ rpId, rpName: "Agent Treasury", origins: [origin] });
}

const withoutSignIn = {
  variable: setting,
  problem:
    "is on, but sign-in is not configured. Set TREASURY_OPERATORS, or pass your own `authenticate`, or set it to off.",
};
