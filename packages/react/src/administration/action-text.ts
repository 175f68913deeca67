import type { AdministrativeAction, WrittenRule, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { missingText, progressText } from "../approvals/approval-text.ts";
import { formatUsd } from "../format/usd.ts";
import { agentIdText } from "../inbox/proposer-text.ts";

type Details = AdministrativeAction["details"];

/** Returns the title of a change: verb and object. */
export function actionTitle({ type, details }: AdministrativeAction): string {
  switch (type) {
    case "publish_rules":
      return `Publish ${counted(rulesIn(details).length, "rule")}`;
    case "set_budget":
      return "Change the workspace’s limits";
    case "set_allocation":
      return `Change allocation ${allocationName(details)}`;
    case "archive_allocation":
      return `Archive allocation ${String(details["allocationId"])}`;
    case "unfreeze":
      return `Unfreeze ${frozenName(details)}`;
    case "issue_credential":
      return `Issue a credential to ${String(record(details["credential"])["name"])}`;
    case "create_standing_approval":
      return `Create a standing approval for ${String(record(details["standingApproval"])["vendor"])}`;
    case "add_payee":
      return `Add the payee ${String(record(details["payee"])["vendor"])}`;
    case "invite_passkey":
      return `Invite ${String(details["personId"])} to register a passkey`;
    case "remove_passkey":
      return `Remove a passkey of ${personOf(details)}`;
    case "plugin_action":
      if (isWebhook(details)) return `${webhookVerbs[details.action][0]} a webhook endpoint`;
      return `Run ${String(details["action"])} of plugin ${String(details["plugin"])}`;
    case "reset":
      return "Reset the workspace";
  }
}

/** Returns the result of a change, for the person who started or decided it. */
export function actionResult(action: AdministrativeAction): string {
  const title = actionTitle(action);
  switch (action.status) {
    case "done":
      if (isUnchanged(action)) return "The same rules are published already.";
      return `${title.replace(/^\w+/, pastOf(action))}.`;
    case "denied":
      return `${title}: denied. Nothing changed.`;
    case "pending": {
      const missing = missingText(action.approvals);
      return [`${title}: ${progressText(action.approvals)}.`, ...(missing ? [missing] : [])].join(
        " ",
      );
    }
  }
}

function isUnchanged({ type, result, details }: AdministrativeAction): boolean {
  return type === "publish_rules" && result !== null && result === details["basedOn"];
}

const past = {
  publish_rules: "Published",
  set_budget: "Changed",
  set_allocation: "Changed",
  archive_allocation: "Archived",
  unfreeze: "Unfroze",
  issue_credential: "Issued",
  create_standing_approval: "Created",
  add_payee: "Added",
  invite_passkey: "Invited",
  remove_passkey: "Removed",
  plugin_action: "Ran",
  reset: "Reset",
} as const;

/** Returns the new values that an approver decides about. */
export function actionFacts({
  type,
  details,
}: AdministrativeAction): readonly (readonly [string, string])[] {
  if (type === "set_budget") {
    const limits = record(details["limits"]);
    // Limits that are left out return to the defaults.
    return Object.keys({ ...limitNames, ...limits }).map((name) => [
      limitNames[name] ?? name,
      name in limits ? formatUsd(limits[name]) : "The deployment’s default",
    ]);
  }
  if (type === "issue_credential") {
    const { agentId, role, owner, allocationId, expiresAt } = record(details["credential"]);
    return [
      ["Agent", String(agentId)],
      ["May", role === "meter" ? "Report the costs of tabs" : "Propose spends"],
      ["Owner", typeof owner === "string" ? owner : "Unknown"],
      ["Allocation", typeof allocationId === "string" ? allocationId : "None"],
      ["Expires", dateText(expiresAt)],
    ];
  }
  if (type === "create_standing_approval") return standingFacts(details);
  if (type === "add_payee") {
    const { rail, amountUsd } = record(details["payee"]);
    return [
      ["Paid by", String(rail)],
      ["Counts as approved", `Up to ${formatUsd(amountUsd)}`],
    ];
  }
  if (type === "remove_passkey") {
    const { name } = record(details["passkey"]);
    return [["Passkey", typeof name === "string" ? name : "Unknown"]];
  }
  if (type === "plugin_action") return pluginFacts(details);
  if (type !== "set_allocation") return [];
  const { id, name, limitUsd, per, parent, endsAt } = record(details["allocation"]);
  return [
    ...(name === id ? [] : [["Id", String(id)] as const]),
    ["Limit", typeof limitUsd === "number" ? `${formatUsd(limitUsd)} ${windowText(per)}` : "None"],
    ["Below", typeof parent === "string" ? parent : "The workspace"],
    ["Ends", dateText(endsAt)],
  ];
}

function standingFacts(details: Details) {
  const { agentId, vendor, maximumUsd, windowMaximumUsd, per, count, endsAt } = record(
    details["standingApproval"],
  );
  const limit = typeof windowMaximumUsd === "number" ? formatUsd(windowMaximumUsd) : null;
  return [
    ["Agent", agentIdText(String(agentId))],
    ["Payee", String(vendor)],
    ["Each spend", `Up to ${formatUsd(maximumUsd)}`],
    ["Limit", limit === null ? "None" : `${limit} ${windowText(per)}`],
    ["Spends", typeof count === "number" ? `At most ${counted(count, "spend")}` : "Any number"],
    ["Ends", dateText(endsAt)],
  ] as const;
}

function personOf(details: Details): string {
  const { person, personId } = record(details["passkey"]);
  return String(person ?? personId);
}

/** Verbs of the plugin `webhooks`, by action. */
const webhookVerbs = {
  createEndpoint: ["Add", "Added"],
  enableEndpoint: ["Enable", "Enabled"],
  rotateSecret: ["Rotate the secret of", "Rotated the secret of"],
  removeEndpoint: ["Remove", "Removed"],
} as const;

function isWebhook(details: Details): details is Details & { action: keyof typeof webhookVerbs } {
  return details["plugin"] === "webhooks" && String(details["action"]) in webhookVerbs;
}

function pastOf({ type, details }: AdministrativeAction): string {
  return isWebhook(details) ? webhookVerbs[details.action][1] : past[type];
}

function webhookFacts({ action, url, kinds, description }: Details) {
  if (action !== "createEndpoint") return [["Address", String(url)]] as const;
  return [
    ["Address", String(url)],
    ["Events", Array.isArray(kinds) ? kinds.join(", ") : "All"],
    ["Description", typeof description === "string" ? description : ""],
  ] as const;
}

function pluginFacts(details: Details) {
  if (isWebhook(details)) return webhookFacts(details);
  const { plugin: _plugin, action: _action, ...facts } = details;
  return Object.entries(facts).map(
    ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
}

function dateText(value: unknown): string {
  return typeof value === "string" ? new Date(value).toLocaleString("en-GB") : "Never";
}

/** Returns a window of a limit: "per month", "in any 24 hours", "in total". */
export function windowText(per: unknown): string {
  if (per === null || per === undefined) return "in total";
  if (typeof per === "string") return `per ${per}`;
  const { rollingHours: hours, rollingMinutes: minutes } = record(per);
  if (typeof minutes === "number") return `in any ${minutes} minutes`;
  return hours === 1 ? "in any hour" : `in any ${String(hours)} hours`;
}

/** Returns a number with its noun: "1 rule", "3 rules". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;
}

/** Returns the rules that an action publishes. */
export function rulesIn(details: Details): readonly WrittenRule[] {
  return ruleSetIn(details)?.rules ?? [];
}

export function ruleSetIn(details: Details): WrittenRuleSet | null {
  const rules = details["rules"];
  return Array.isArray(record(rules)["rules"]) ? (rules as WrittenRuleSet) : null;
}

function allocationName(details: Details): string {
  const { name, id } = record(details["allocation"]);
  return String(name ?? id);
}

function frozenName({ scope, id }: Details): string {
  if (scope === "deployment") return "the workspace";
  return `the ${String(scope)}${typeof id === "string" ? ` ${id}` : ""}`;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

const limitNames: Readonly<Record<string, string>> = {
  maxSpendPerActionUsd: "Maximum per spend",
  autoApproveUnderUsd: "Auto-approval below",
  dailySpendCapUsd: "Daily cap",
  minReserveUsd: "Reserve",
};
