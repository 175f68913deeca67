import { administrationFeature } from "../features/administration/index.ts";
import { agentFeature } from "../features/agent/index.ts";
import { channelsFeature } from "../features/channels/index.ts";
import { costsFeature } from "../features/costs/index.ts";
import { depositsFeature } from "../features/deposits/index.ts";
import { eventsFeature } from "../features/events/index.ts";
import { externalAgentsFeature } from "../features/external-agents/index.ts";
import { type FreezeMarker, freezesFeature } from "../features/freezes/index.ts";
import { inboxFeature } from "../features/inbox/index.ts";
import { machinesFeature } from "../features/machines/index.ts";
import { mcpFeature } from "../features/mcp/index.ts";
import { paidFetchFeature } from "../features/paid-fetch/index.ts";
import { passkeysFeature } from "../features/passkeys/index.ts";
import { payeesFeature } from "../features/payees/index.ts";
import { paymentsFeature, type ReviewTimes } from "../features/payments/index.ts";
import { PluginActions, pluginsFeature } from "../features/plugins/index.ts";
import { receiptsFeature } from "../features/receipts/index.ts";
import { refundCasesFeature } from "../features/refund-cases/index.ts";
import { type PublishingTerms, type RuleSets, rulesFeature } from "../features/rules/index.ts";
import { screeningFeature, type ScreeningTerms } from "../features/screening/index.ts";
import { serviceFeature } from "../features/service/index.ts";
import { standingApprovalsFeature } from "../features/standing-approvals/index.ts";
import { tabsFeature } from "../features/tabs/index.ts";
import { telemetryFeature } from "../features/telemetry/index.ts";
import { verificationFeature } from "../features/verification/index.ts";
import { workspaceFeature } from "../features/workspace/index.ts";
import type { ActionType } from "../kernel/action-type.ts";
import type { Feature } from "../kernel/feature.ts";
import type { KernelTerms } from "../kernel/judgement/spending-terms.ts";
import type { TreasuryOptions } from "../treasury-options.ts";

/** The terms of the kernel and of all features, from the options. */
export interface TreasuryTerms extends KernelTerms {
  readonly gate: ScreeningTerms["rules"];
  /** Null or missing if none is connected. */
  readonly judge?: ScreeningTerms["judge"];
  readonly ruleSets: RuleSets;
  /** Read before a payment begins. */
  readonly marker: FreezeMarker;
  /** Missing without executors that look at payments again. */
  readonly reviews?: ReviewTimes;
}

export interface Connected {
  /** For features with options of their own. */
  readonly options?: Partial<TreasuryOptions>;
  readonly publishing?: PublishingTerms;
  readonly pluginAction?: ActionType;
}

/** The capabilities of a treasury. A feature follows those that it requires. */
export function featuresOf(
  terms: TreasuryTerms,
  { options = {}, publishing, pluginAction = new PluginActions().type }: Connected = {},
): readonly Feature[] {
  const { gate, judge = null, ruleSets, marker, reviews = new Map() } = terms;
  const pluginIds = (options.plugins ?? []).map(({ id }) => id);
  return [
    administrationFeature,
    workspaceFeature(terms),
    rulesFeature(ruleSets, publishing),
    payeesFeature(new Set(options.paidFetch?.origins)),
    freezesFeature(marker),
    paymentsFeature(reviews),
    refundCasesFeature,
    standingApprovalsFeature,
    screeningFeature({ rules: gate, judge }),
    depositsFeature,
    externalAgentsFeature,
    tabsFeature,
    agentFeature,
    costsFeature,
    machinesFeature,
    passkeysFeature(ruleSets, options),
    receiptsFeature(options.receipts !== undefined),
    verificationFeature,
    eventsFeature,
    channelsFeature,
    pluginsFeature(pluginAction, pluginIds),
    paidFetchFeature,
    mcpFeature,
    inboxFeature,
    telemetryFeature,
    serviceFeature,
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
  "deliveries",
];
