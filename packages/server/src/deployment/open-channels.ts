import type { SlackConnection } from "@agent-treasury/approvals-slack";
import type { SignedInOperator, TreasuryOptions } from "@agent-treasury/treasury-core";
import { personIdOf } from "@agent-treasury/treasury-core/adapter";
import type { ApprovalChannel } from "@agent-treasury/treasury-core/channel";
import { type SettingProblem, SettingsError } from "../settings/settings-error.ts";
import type { MailSetting, Settings, SlackSetting } from "../settings/settings.ts";
import type { SlackPeople } from "../settings/slack-people.ts";
import type { OperatorGroups } from "../sign-in/operator-groups.ts";
import { optionalPackage } from "./optional-package.ts";

type ChannelSettings = Pick<Settings, "slack" | "mail" | "operatorGroups" | "fallbackChannels">;

/**
 * Adds Slack and e-mail to the channels that the app passes.
 *
 * @throws SettingsError if a channel for the time without a decision is neither set nor passed.
 */
export async function openChannels(
  { slack, mail, operatorGroups, fallbackChannels }: ChannelSettings,
  { channels = [], authenticate }: Pick<TreasuryOptions, "channels" | "authenticate"> = {},
): Promise<Pick<TreasuryOptions, "channels">> {
  const opened = [
    ...(slack === null ? [] : [await openSlack(slack, operatorGroups, authenticate === undefined)]),
    ...(mail === null ? [] : [await openEmail(mail)]),
  ];
  const all = [...channels, ...opened];
  const missing = fallbackChannels.filter((name) => all.every(({ id }) => id !== name));
  if (missing.length > 0) throw new SettingsError(missing.map(withoutChannel));
  return {
    channels: all.map((channel) =>
      fallbackChannels.some((name) => name === channel.id) ? afterTime(channel) : channel,
    ),
  };
}

/** A channel of the app may be an object of a class, and choose another first message. */
function afterTime(channel: ApprovalChannel): ApprovalChannel {
  const { id, people, firstMessage = "reminder" } = channel;
  return { id, people, firstMessage, register: (context) => channel.register(context) };
}

const settingsOfChannels: Readonly<Record<string, readonly [variable: string, advice: string]>> = {
  slack: ["SLACK_BOT_TOKEN", "Set it to the bot token of the Slack app."],
  email: ["APPROVAL_MAIL_TO", "Set it to the receivers, separated by commas."],
};

function withoutChannel(name: string): SettingProblem {
  const [variable, advice] = settingsOfChannels[name] ?? [];
  if (variable === undefined) {
    const problem = `contains ${name}, but the app passes no channel with this id. Pass it in \`channels\`.`;
    return { variable: "APPROVAL_FALLBACK", problem };
  }
  return { variable, problem: `is not set, but APPROVAL_FALLBACK contains ${name}. ${advice}` };
}

async function openSlack(
  { signingSecret, channel, people, ...setting }: SlackSetting,
  operatorGroups: OperatorGroups | null,
  areOperators: boolean,
): Promise<ApprovalChannel> {
  const { slack } = await importSlack();
  return slack({
    ...connectionOf(setting),
    signingSecret,
    channel,
    people: operatorsOf(people, operatorGroups, areOperators),
  });
}

async function openEmail({ smtpUrl, from, to }: MailSetting): Promise<ApprovalChannel> {
  const { email } = await importEmail();
  return email({ smtpUrl, from, to });
}

/** Checks the token of Slack. */
export async function verifySlack(setting: SlackSetting): Promise<void> {
  const { checkSlack } = await importSlack();
  await checkSlack(connectionOf(setting));
}

/** Connects to the SMTP server and signs in, without sending a mail. */
export async function verifyMail({ smtpUrl }: MailSetting): Promise<void> {
  const { verifySmtp } = await importEmail();
  await verifySmtp(smtpUrl);
}

const importSlack = () =>
  optionalPackage(
    "@agent-treasury/approvals-slack",
    "SLACK_BOT_TOKEN",
    () => import("@agent-treasury/approvals-slack"),
  );

const importEmail = () =>
  optionalPackage(
    "@agent-treasury/approvals-email",
    "APPROVAL_MAIL_TO",
    () => import("@agent-treasury/approvals-email"),
  );

function connectionOf({
  botToken,
  apiUrl,
}: Pick<SlackSetting, "botToken" | "apiUrl">): SlackConnection {
  return { botToken, ...(apiUrl !== null && { apiUrl: `${apiUrl}/` }) };
}

/**
 * The same persons as those who sign in on the page, so that each counts once.
 *
 * @param areOperators false if the names are ids of the app's own sign-in.
 */
function operatorsOf(
  people: SlackPeople,
  groups: OperatorGroups | null,
  areOperators: boolean,
): Readonly<Record<string, SignedInOperator>> {
  const entries = [...people].map(([user, name]) => [
    user,
    {
      id: areOperators ? personIdOf({ name }) : name,
      name,
      ...(groups !== null && { groups: groups.get(name) ?? [] }),
    },
  ]);
  return Object.fromEntries(entries) as Record<string, SignedInOperator>;
}
