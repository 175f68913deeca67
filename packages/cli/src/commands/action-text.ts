import type {
  AdministrativeAction,
  AgentCredential,
  Allocation,
  Passkey,
  StandingApproval,
  WrittenRuleSet,
} from "@agent-treasury/contract";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import { windowText } from "./spend-options.ts";
import { personTime } from "./table.ts";

type Details = AdministrativeAction["details"];

/** Describes an action, what it changes and what it needs. */
export function describeAction(action: AdministrativeAction): string {
  const { id, type, status, startedBy, startedAt, approvals } = action;
  const { given, needed, missing } = approvals;
  return joined(
    [
      id,
      type,
      status,
      changeOf(action),
      `started by ${startedBy ?? "unknown"} at ${personTime(startedAt)}`,
      status === "pending"
        ? `${given} of ${needed} approved, needs ${missing.join(" and ")}`
        : null,
      resultOf(action),
    ],
    "  ",
  );
}

/** The objects that `result` identifies. */
const results: Partial<Record<AdministrativeAction["type"], string>> = {
  publish_rules: "publication",
  issue_credential: "credential",
  create_standing_approval: "standing approval",
  add_payee: "payee",
  remove_passkey: "passkey",
};

/** Names the object that an action created or changed; null without one. */
export function resultOf({ type, result }: AdministrativeAction): string | null {
  return result === null ? null : `${results[type] ?? "result"} ${result}`;
}

/** Describes the new values. The type of the action is printed before them. */
export function changeOf({ type, details }: AdministrativeAction): string | null {
  switch (type) {
    case "publish_rules":
      return rulesText(details["rules"] as WrittenRuleSet);
    case "set_budget":
      return limitsText(details["limits"] as Readonly<Record<string, number>>);
    case "set_allocation":
      return allocationText(details["allocation"] as Allocation);
    case "archive_allocation":
      return String(details["allocationId"]);
    case "unfreeze":
      return joined([details["scope"], details["id"]] as (string | null)[], " ");
    case "issue_credential":
      return credentialText(details["credential"] as AgentCredential);
    case "create_standing_approval":
      return standingText(details["standingApproval"] as StandingApproval);
    case "add_payee": {
      const { vendor, rail, amountUsd } = details["payee"] as {
        readonly vendor: string;
        readonly rail: string;
        readonly amountUsd: number;
      };
      return `${vendor} on ${rail}, approved up to ${dollars(amountUsd)}`;
    }
    case "invite_passkey":
      return String(details["personId"]);
    case "remove_passkey": {
      const { name, personId } = details["passkey"] as Passkey;
      return `${name} of ${personId}`;
    }
    case "plugin_action":
      return pluginText(details);
    case "reset":
      return null;
  }
}

const shownRules = 5;

function rulesText({ rules }: WrittenRuleSet): string {
  const count = counted(rules.length, "rule");
  if (rules.length === 0) return count;
  const names = rules.slice(0, shownRules).map(({ id }) => id);
  const more = rules.length > shownRules ? ` and ${rules.length - shownRules} more` : "";
  return `${count}: ${names.join(", ")}${more}`;
}

const limitNames: Readonly<Record<string, string>> = {
  maxSpendPerActionUsd: "maximum per spend",
  autoApproveUnderUsd: "auto-approval below",
  dailySpendCapUsd: "daily cap",
  minReserveUsd: "reserve",
};

function limitsText(limits: Readonly<Record<string, number>>): string {
  const texts = Object.entries(limits).map(
    ([name, usd]) => `${limitNames[name] ?? name} ${dollars(usd)}`,
  );
  if (texts.length === 0) return "the default limits";
  const isPartial = Object.keys(limitNames).some((name) => !(name in limits));
  return [...texts, ...(isPartial ? ["otherwise the default limits"] : [])].join(", ");
}

function allocationText({ id, name, parent, limitUsd, per, endsAt }: Allocation): string {
  return joined([
    id,
    name === id ? null : name,
    parent === null ? null : `below ${parent}`,
    limitUsd === null ? "no limit" : `${dollars(limitUsd)} ${perText(per)}`,
    endsAt === null ? null : `ends ${personTime(endsAt)}`,
  ]);
}

function credentialText(credential: AgentCredential): string {
  const { agentId, name, role, owner, allocationId, expiresAt } = credential;
  return joined([
    agentId,
    name,
    role === "meter" ? "reports the costs of tabs" : null,
    owner === null ? null : `owner ${owner}`,
    allocationId === null ? null : `allocation ${allocationId}`,
    expiresAt === null ? null : `expires ${personTime(expiresAt)}`,
  ]);
}

function standingText(terms: StandingApproval): string {
  const { agentId, vendor, maximumUsd, windowMaximumUsd, per, count, endsAt } = terms;
  return joined([
    `${agentId} to ${vendor}`,
    `at most ${dollars(maximumUsd)} each`,
    windowMaximumUsd === null ? null : `${dollars(windowMaximumUsd)} ${perText(per)}`,
    count === null ? null : `at most ${counted(count, "spend")}`,
    `ends ${personTime(endsAt)}`,
  ]);
}

function pluginText({ plugin, action, ...details }: Details): string {
  const texts = Object.entries(details).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [`${String(plugin)} ${String(action)}`, ...texts].join(", ");
}

function perText(per: Allocation["per"]): string {
  return per === null ? "in total" : `per ${windowText(per)}`;
}

function joined(parts: readonly (string | null)[], separator = ", "): string {
  return parts.filter((part) => part !== null).join(separator);
}
