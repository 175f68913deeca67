import type { MailSetting, PushSetting, SlackSetting } from "./settings.ts";
import type { SlackPeople } from "./slack-people.ts";

/** The variables, after validation. */
interface ChannelValues {
  readonly PUSH_KEY?: string | undefined;
  readonly PUSH_CONTACT?: string | undefined;
  readonly SLACK_BOT_TOKEN?: string | undefined;
  readonly SLACK_SIGNING_SECRET?: string | undefined;
  readonly SLACK_CHANNEL?: string | undefined;
  readonly SLACK_PEOPLE?: SlackPeople | undefined;
  readonly SLACK_API_URL?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly APPROVAL_MAIL_TO?: readonly string[] | undefined;
}

export function toPush({
  PUSH_KEY: key,
  PUSH_CONTACT: contact,
}: ChannelValues): PushSetting | null {
  return key === undefined || contact === undefined ? null : { key, contact };
}

export function toSlack(values: ChannelValues): SlackSetting | null {
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

export function toMail(values: ChannelValues): MailSetting | null {
  const { SMTP_URL: server, MAIL_FROM: from, APPROVAL_MAIL_TO: to } = values;
  if (server === undefined || from === undefined || to === undefined) return null;
  return { smtpUrl: server, from, to };
}
