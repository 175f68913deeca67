import type { LanguageModel, PasskeyVerifier, Storage } from "@agent-treasury/provider";
import type { Settings } from "@agent-treasury/server";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";

/**
 * The day begins last in this zone. The command therefore never starts a new day, and a new daily
 * limit, before a deployment with any time zone.
 */
const latestZone = "Etc/GMT+12";

export interface OpenTreasuryOptions {
  /** Whether the approvers of the deployment sign in. */
  readonly hasSignIn?: boolean;
  /** For reading commands. Default: the zone in which the day begins last. */
  readonly timeZone?: string | undefined;
  /** Encrypts the keys that sign receipts. Without it, the command cannot sign. */
  readonly receiptsKey?: string | undefined;
  readonly model?: LanguageModel | undefined;
  /** Of the deployment. Default: those of a deployment without settings. */
  readonly settings?: Pick<Settings, "budget" | "autoApprovePayees"> | undefined;
}

/** For existing workspaces, because a new one needs the options of its deployment. */
export function openTreasury(storage: Storage, options: OpenTreasuryOptions = {}): Treasury {
  const { hasSignIn = false, timeZone = latestZone, receiptsKey, model, settings } = options;
  return createTreasury({
    baseUrl: "http://localhost",
    storage,
    timeZone,
    recoverySeconds: false,
    ...(receiptsKey !== undefined && { receipts: { key: receiptsKey } }),
    // This process serves no requests. The one that does refuses agents without sign-in.
    access: "guests",
    ...(model !== undefined && { model }),
    ...(settings !== undefined && {
      budget: settings.budget,
      autoApprovePayees: settings.autoApprovePayees,
    }),
    ...(hasSignIn && { authenticate: () => null, passkeys: noBrowser }),
  });
}

/** Passkeys are registered and used on the page only. */
const noBrowser: PasskeyVerifier = {
  specificationVersion: "1",
  rpId: "localhost",
  rpName: "agent-treasury",
  algorithms: [],
  verifyAttestation: withoutBrowser,
  verifyAssertion: withoutBrowser,
  verifyStored: withoutBrowser,
};

function withoutBrowser(): Promise<never> {
  return Promise.reject(new Error("A command receives no signatures."));
}
