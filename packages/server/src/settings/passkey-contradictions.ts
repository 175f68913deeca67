import { isIP } from "node:net";
import type { SettingProblem } from "./settings-error.ts";
import type { Environment } from "./settings.ts";

/** Finds settings with which browsers would refuse passkeys. Sign-in may be the app's own. */
export function passkeyContradictions(given: Environment): readonly SettingProblem[] {
  const { TREASURY_PASSKEYS: setting, TREASURY_PASSKEY_RP_ID: rpId, BASE_URL: address } = given;
  if (setting !== "on") return rpId === undefined ? [] : [rpIdAlone];
  if (address === undefined || !URL.canParse(address)) return [];
  const { protocol, hostname } = new URL(address);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || !isOffered(protocol, hostname)) {
    return [unsuitableAddress];
  }
  if (rpId === undefined || hostname === rpId || hostname.endsWith(`.${rpId}`)) return [];
  const problem = `is ${JSON.stringify(rpId)}, but the pages are on ${hostname}. Use that host or a domain above it, or leave it unset.`;
  return [{ variable: "TREASURY_PASSKEY_RP_ID", problem }];
}

const rpIdAlone: SettingProblem = {
  variable: "TREASURY_PASSKEYS",
  problem: "is not on, but TREASURY_PASSKEY_RP_ID is set. Set it to on.",
};

const unsuitableAddress: SettingProblem = {
  variable: "BASE_URL",
  problem:
    "must have a domain and https, or the host localhost, because browsers offer passkeys only there. Change it, or set TREASURY_PASSKEYS to off.",
};

function isOffered(protocol: string, hostname: string): boolean {
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isLocal;
}
