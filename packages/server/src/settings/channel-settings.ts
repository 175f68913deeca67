import type { Values } from "./read-settings.ts";
import type { MailSetting, SlackSetting } from "./settings.ts";

export function toSlack(values: Values): SlackSetting | null {
  const {
    SLACK_BOT_TOKEN: botToken,
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_CHANNEL: channel,
    SLACK_PEOPLE: named,
  } = values;
  if (botToken === undefined || signingSecret === undefined) return null;
  if (channel === undefined || named === undefined) return null;
  return { botToken, signingSecret, channel, people: named, apiUrl: values.SLACK_API_URL ?? null };
}

export function toMail(values: Values): MailSetting | null {
  const { SMTP_URL: server, MAIL_FROM: from, APPROVAL_MAIL_TO: to } = values;
  if (server === undefined || from === undefined || to === undefined) return null;
  return { smtpUrl: server, from, to };
}
