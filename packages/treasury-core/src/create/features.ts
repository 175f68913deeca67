import { agentFeature } from "../agent/index.ts";
import { channelsFeature } from "../channels/index.ts";
import { eventsFeature } from "../delivery/index.ts";
import { depositsFeature } from "../funding/index.ts";
import { sessionDocuments } from "../http/session-records.ts";
import { machinesFeature } from "../machines/index.ts";
import { passkeysFeature } from "../passkeys/index.ts";
import { pluginsFeature } from "../plugins/index.ts";
import { PluginActions } from "../plugins/plugin-actions.ts";
import { externalAgentsFeature } from "../principals/index.ts";
import type { ActionType } from "../treasury/administration/action-type.ts";
import { screeningFeature } from "../treasury/classifier/index.ts";
import type { Feature } from "../treasury/feature.ts";
import { freezesFeature } from "../treasury/freezes/index.ts";
import { paymentsFeature } from "../treasury/payouts/index.ts";
import type { SpendingTerms } from "../treasury/policy/spending-terms.ts";
import { rulesFeature } from "../treasury/rules/index.ts";
import type { PublishingTerms } from "../treasury/rules/publish-rules.ts";
import { standingApprovalsFeature } from "../treasury/standing/index.ts";
import { treasuryFeature } from "../treasury/treasury-feature.ts";
import type { TreasuryOptions } from "./treasury-options.ts";

export interface Connected {
  /** For features with options of their own. */
  readonly options?: Partial<TreasuryOptions>;
  readonly publishing?: PublishingTerms;
  readonly pluginAction?: ActionType;
}

const nothingPublishable: PublishingTerms = {
  rails: [],
  hasSignIn: false,
  hasPasskeys: false,
  passkeyHolders: () => 0,
};

/** What takes part in spends, approvals, erasure and verification. A feature follows those that it requires. */
export function featuresOf(
  terms: SpendingTerms,
  {
    options = {},
    publishing = nothingPublishable,
    pluginAction = new PluginActions().type,
  }: Connected = {},
): readonly Feature[] {
  return [
    treasuryFeature(terms),
    screeningFeature,
    rulesFeature(terms, publishing),
    freezesFeature,
    paymentsFeature,
    standingApprovalsFeature,
    agentFeature,
    depositsFeature,
    externalAgentsFeature,
    machinesFeature,
    passkeysFeature(terms, options.passkeys?.verifyStored ?? null),
    eventsFeature,
    channelsFeature,
    pluginsFeature(pluginAction),
    { name: "http", documents: sessionDocuments },
  ];
}

/** The order of judging. A reason is joined to those of earlier guards. */
export const guardOrder: readonly string[] = [
  "texts",
  // The text of a limit replaces that of a review.
  "limits",
  // The judge's opinion is added even to a limit's text.
  "judge",
  "rules",
  // A rule that allows the spend allows it after outside content.
  "content",
  "payees",
  // The text of a permit precedes all of the former.
  "permit",
  "standing-approvals",
  "silence",
  // A freeze replaces all earlier texts.
  "freezes",
  "preflight",
];
