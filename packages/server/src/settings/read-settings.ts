import { redact } from "@agent-treasury/provider";
import type { BudgetOptions } from "@agent-treasury/treasury-core";
import * as z from "zod";
import { toMail, toPush, toSlack } from "./channel-settings.ts";
import { findContradictions } from "./contradictions.ts";
import { type Given, given } from "./given.ts";
import { toDocker, toFly, toMachine } from "./machine-settings.ts";
import { findMisspellings } from "./misspellings.ts";
import { toModel, toSafety } from "./model-settings.ts";
import {
  agents,
  anything,
  database,
  deploymentId,
  domain,
  encryptionKeys,
  fallbackChannels,
  flyApp,
  flyRegion,
  groups,
  hours,
  httpAddress,
  listenAddress,
  mailReceivers,
  mailSender,
  oneOf,
  operators,
  pageAddress,
  pageOrigins,
  people,
  port,
  pushContact,
  pushKey,
  slackChannel,
  slackSecret,
  slackToken,
  smtpUrl,
  socketPath,
  stripeAccounts,
  stripeKey,
  timeZone,
  tokenCount,
  usd,
  wholeNumber,
  receiptsKey,
} from "./setting-schemas.ts";
import { type SettingProblem, SettingsError } from "./settings-error.ts";
import type { Environment, PasskeySetting, Settings, StripeSetting } from "./settings.ts";
import { rpcUrls, sellerOrigins, x402Key, x402Network } from "./x402-setting-schemas.ts";
import { toPaidFetch, toX402 } from "./x402-settings.ts";

const schema = z.object({
  PORT: port.optional(),
  LISTEN_ADDRESS: listenAddress.optional(),
  BASE_URL: httpAddress.optional(),
  TREASURY_DATABASE_URL: database.optional(),
  TREASURY_DEPLOYMENT_ID: deploymentId.optional(),
  TREASURY_STARTING_CAPITAL_USD: usd.optional(),
  TREASURY_MAX_SPEND_PER_ACTION_USD: usd.optional(),
  TREASURY_AUTO_APPROVE_UNDER_USD: usd.optional(),
  TREASURY_AUTO_APPROVE_DAILY_USD: usd.optional(),
  TREASURY_AUTO_APPROVE_PAYEES: oneOf("known", "any").optional(),
  TREASURY_DAILY_SPEND_CAP_USD: usd.optional(),
  TREASURY_MIN_RESERVE_USD: usd.optional(),
  TREASURY_TIME_ZONE: timeZone.optional(),
  TREASURY_PROPOSAL_EXPIRY_HOURS: hours.optional(),
  TREASURY_REMIND_AFTER_HOURS: hours.optional(),
  TREASURY_ESCALATE_AFTER_HOURS: hours.optional(),
  TREASURY_DAILY_TOKENS: tokenCount.optional(),
  TREASURY_TURN_TAB_USD: usd.optional(),
  TREASURY_ACCESS: oneOf("guests").optional(),
  TREASURY_ALLOWED_ORIGINS: pageOrigins.optional(),
  TREASURY_OPERATORS: operators.optional(),
  TREASURY_OPERATOR_GROUPS: groups.optional(),
  TREASURY_MCP_AGENTS: agents.optional(),
  TREASURY_MCP_REQUESTS_PER_MINUTE: wholeNumber.optional(),
  TREASURY_PASSKEYS: oneOf("on", "off").optional(),
  TREASURY_PASSKEY_RP_ID: domain.optional(),
  TREASURY_RECEIPTS_KEY: receiptsKey.optional(),
  TREASURY_VERIFY_EVERY_HOURS: hours.optional(),
  TREASURY_VERIFY_FREEZE: oneOf("on", "off").optional(),
  TREASURY_SANDBOX: oneOf("on", "off").optional(),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: anything.optional(),
  STRIPE_WEBHOOK_ACCOUNTS: stripeAccounts.optional(),
  STRIPE_API_URL: httpAddress.optional(),
  X402_PRIVATE_KEY: x402Key.optional(),
  X402_GAS_PRIVATE_KEY: x402Key.optional(),
  X402_NETWORK: x402Network.optional(),
  X402_RPC_URLS: rpcUrls.optional(),
  X402_MPP: oneOf("on", "off").optional(),
  TREASURY_PAID_FETCH_ORIGINS: sellerOrigins.optional(),
  TREASURY_PAID_FETCH_ASK: oneOf("on", "off").optional(),
  TREASURY_PAID_FETCH_MAXIMUM_USD: usd.optional(),
  OPENAI_API_KEY: anything.optional(),
  OPENAI_BASE_URL: httpAddress.optional(),
  OPENAI_MODEL: anything.optional(),
  OPENAI_TOOLS: oneOf("markup", "native").optional(),
  SAFETY_MODEL: anything.optional(),
  SAFETY_PROTOCOL: oneOf("llama_guard", "nemotron", "safeguard", "moderation").optional(),
  TREASURY_SAFETY_ON_SILENCE: oneOf("approval", "review", "screening").optional(),
  TREASURY_DOCKER_SOCKET: socketPath.optional(),
  HOST_API_TOKEN: anything.optional(),
  HOST_API_URL: httpAddress.optional(),
  HOST_APP: flyApp.optional(),
  HOST_REGION: flyRegion.optional(),
  HOST_IMAGE: anything.optional(),
  HOST_CPU_KIND: anything.optional(),
  HOST_CPUS: wholeNumber.optional(),
  HOST_MEMORY_MB: wholeNumber.optional(),
  WEBHOOK_ENCRYPTION_KEY: encryptionKeys.optional(),
  PUSH_KEY: pushKey.optional(),
  PUSH_CONTACT: pushContact.optional(),
  SLACK_BOT_TOKEN: slackToken.optional(),
  SLACK_SIGNING_SECRET: slackSecret.optional(),
  SLACK_CHANNEL: slackChannel.optional(),
  SLACK_PEOPLE: people.optional(),
  SLACK_API_URL: httpAddress.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailSender.optional(),
  APPROVAL_MAIL_TO: mailReceivers.optional(),
  APPROVAL_FALLBACK: fallbackChannels.optional(),
  APPROVAL_PAGE_URL: pageAddress.optional(),
});

type Values = z.output<typeof schema>;

/** The names of all supported settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/**
 * Reads the settings of a deployment. A blank value counts as unset.
 *
 * @throws SettingsError with every invalid setting.
 * @example
 * const { port, baseUrl } = readSettings(process.env);
 */
export function readSettings(env: Environment): Settings {
  const filled = withoutBlanks(env);
  const parsed = schema.safeParse(filled);
  const problems = [
    ...(parsed.error?.issues.map(toProblem) ?? []),
    ...findContradictions(filled),
    ...findMisspellings(filled, settingNames),
  ];
  if (!parsed.success || problems.length > 0)
    throw new SettingsError(withoutSecrets(problems, filled));
  return toSettings(parsed.data);
}

function withoutBlanks(env: Environment): Environment {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value !== ""));
}

/** A key may be in the wrong variable. */
function withoutSecrets(
  problems: readonly SettingProblem[],
  filled: Environment,
): readonly SettingProblem[] {
  const secrets = Object.entries(filled).flatMap(([name, value = ""]) =>
    /_(?:KEY|TOKEN|SECRET)$/.test(name) && settingNames.includes(name) && value.length >= 12
      ? [value]
      : [],
  );
  return problems.map(({ variable, problem }) => ({ variable, problem: redact(problem, secrets) }));
}

function toProblem({ path, message }: z.core.$ZodIssue): { variable: string; problem: string } {
  return { variable: path.join("."), problem: message };
}

function toSettings(values: Values): Settings {
  const chosenPort = values.PORT ?? 3000;
  return {
    port: chosenPort,
    listenAddress: values.LISTEN_ADDRESS ?? "127.0.0.1",
    baseUrl: values.BASE_URL ?? `http://localhost:${chosenPort}`,
    database: values.TREASURY_DATABASE_URL ?? { kind: "sqlite", path: ".data/treasury.db" },
    deploymentId: values.TREASURY_DEPLOYMENT_ID ?? null,
    budget: toBudget(values),
    autoApprovePayees: values.TREASURY_AUTO_APPROVE_PAYEES ?? "known",
    timeZone: values.TREASURY_TIME_ZONE ?? null,
    proposalExpiryHours: values.TREASURY_PROPOSAL_EXPIRY_HOURS ?? null,
    remindAfterHours: values.TREASURY_REMIND_AFTER_HOURS ?? null,
    escalateAfterHours: values.TREASURY_ESCALATE_AFTER_HOURS ?? null,
    dailyTokens: values.TREASURY_DAILY_TOKENS ?? null,
    turnTabUsd: values.TREASURY_TURN_TAB_USD ?? null,
    access: values.TREASURY_ACCESS ?? null,
    allowedOrigins: values.TREASURY_ALLOWED_ORIGINS ?? [],
    operators: values.TREASURY_OPERATORS ?? null,
    operatorGroups: values.TREASURY_OPERATOR_GROUPS ?? null,
    agents: values.TREASURY_MCP_AGENTS ?? null,
    mcpRequestsPerMinute: values.TREASURY_MCP_REQUESTS_PER_MINUTE ?? null,
    sandbox: values.TREASURY_SANDBOX === "on",
    stripe: toStripe(values),
    x402: toX402(values),
    paidFetch: toPaidFetch(values),
    model: toModel(values),
    safety: toSafety(values),
    safetyOnSilence: values.TREASURY_SAFETY_ON_SILENCE ?? "approval",
    fly: toFly(values),
    docker: toDocker(values),
    machine: toMachine(values),
    webhookEncryptionKey: values.WEBHOOK_ENCRYPTION_KEY ?? null,
    push: toPush(values),
    fallbackChannels: values.APPROVAL_FALLBACK ?? [],
    slack: toSlack(values),
    mail: toMail(values),
    approvalPageUrl: values.APPROVAL_PAGE_URL ?? null,
    passkeys: toPasskeys(values),
    receiptsKey: values.TREASURY_RECEIPTS_KEY ?? null,
    verification: toVerification(values),
  };
}

function toVerification(values: Values): Settings["verification"] {
  const everyHours = values.TREASURY_VERIFY_EVERY_HOURS;
  if (everyHours === undefined) return null;
  return { everyHours, freeze: values.TREASURY_VERIFY_FREEZE === "on" };
}

function toBudget(values: Values): BudgetOptions {
  const budget: Given<Record<keyof BudgetOptions, number | undefined>> = given({
    startingCapitalUsd: values.TREASURY_STARTING_CAPITAL_USD,
    maxSpendPerActionUsd: values.TREASURY_MAX_SPEND_PER_ACTION_USD,
    autoApproveUnderUsd: values.TREASURY_AUTO_APPROVE_UNDER_USD,
    autoApproveDailyUsd: values.TREASURY_AUTO_APPROVE_DAILY_USD,
    dailySpendCapUsd: values.TREASURY_DAILY_SPEND_CAP_USD,
    minReserveUsd: values.TREASURY_MIN_RESERVE_USD,
  });
  return budget;
}

function toPasskeys(values: Values): PasskeySetting | null {
  if (values.TREASURY_PASSKEYS !== "on") return null;
  return { rpId: values.TREASURY_PASSKEY_RP_ID ?? null };
}

function toStripe(values: Values): StripeSetting | null {
  if (values.STRIPE_SECRET_KEY === undefined) return null;
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? null,
    webhookAccounts: values.STRIPE_WEBHOOK_ACCOUNTS ?? [],
    apiUrl: values.STRIPE_API_URL ?? null,
  };
}
