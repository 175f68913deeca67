import type { Settings } from "@agent-treasury/server";
import { openPasskeys } from "@agent-treasury/server/parts";
import { type Finding, doubtful, fine, problemOf, unset, wrong } from "./finding.ts";

export async function examinePasskeys(settings: Settings): Promise<Finding> {
  const { passkeys, operators, baseUrl } = settings;
  if (passkeys === null) {
    return unset("passkeys", "Approvals without passkeys.", "Set TREASURY_PASSKEYS=on.");
  }
  try {
    const verifier = await openPasskeys(passkeys, baseUrl, true);
    const message = `Approvers can sign with passkeys of ${verifier?.rpId}, on pages of ${baseUrl}.`;
    if (operators !== null) return fine("passkeys", message);
    const remedy = "Set TREASURY_OPERATORS. Without sign-in, the server does not start.";
    return doubtful("passkeys", "Passkeys need your own `authenticate`.", remedy);
  } catch (error) {
    return wrong("passkeys", problemOf(error), "Correct this, and run it again.");
  }
}
