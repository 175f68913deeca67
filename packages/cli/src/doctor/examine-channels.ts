import { isMissingPackageError, type Environment, type Settings } from "@agent-treasury/server";
import { openOutbound, openPlugins, verifyMail, verifySlack } from "@agent-treasury/server/parts";
import { atMost } from "./ask.ts";
import { doubtful, type Finding, fine, problemOf, type Subject, unset, wrong } from "./finding.ts";

/** Only a press on a button can show that the signing secret is correct. */
export async function examineSlack({ slack, baseUrl }: Settings): Promise<Finding> {
  if (slack === null) {
    return unset("slack", "No approvals in Slack.", "Set SLACK_BOT_TOKEN and the like.");
  }
  const count = slack.people.size;
  const people = `${count} ${count === 1 ? "person decides" : "people decide"}`;
  return examined(
    "slack",
    () => verifySlack(slack),
    `The token is valid. ${people} in Slack, which sends actions to ${baseUrl}/api/service/channels/slack.`,
    "Check SLACK_BOT_TOKEN, and that this machine can reach Slack.",
  );
}

export async function examineMail({ mail }: Settings, env: Environment): Promise<Finding> {
  if (mail === null) return withoutMail(env);
  const { host } = new URL(mail.smtpUrl);
  return examined(
    "mail",
    () => verifyMail(mail),
    `${host} accepts the connection. Approvals are sent to ${mail.to.join(", ")}.`,
    "Check SMTP_URL, and that this machine can reach the server.",
  );
}

/** Only a browser can show that its push service accepts the key. */
export async function examinePush(settings: Settings): Promise<Finding> {
  const { push, baseUrl } = settings;
  if (push === null) {
    return unset("push", "No push notifications.", "Set PUSH_KEY and PUSH_CONTACT.");
  }
  const withoutOthers = { push, webhookEncryptionKey: null, x402: null };
  const found = await examined(
    "push",
    async () => {
      await openPlugins(withoutOthers);
      await openOutbound(withoutOthers);
    },
    `The key is valid. Approvers turn notifications on, on pages of ${baseUrl}.`,
    "Create another key: openssl rand -base64 32",
  );
  if (found.standing !== "fine" || isSecure(baseUrl)) return found;
  const message =
    "Browsers allow push notifications on https pages only, and BASE_URL is not https.";
  return doubtful(
    "push",
    message,
    "Add TLS in front of the page, and set BASE_URL to its https URL.",
  );
}

/** The channels that wait. Those of the app's code are not in the settings. */
export function examineFallback(settings: Settings): Finding {
  const { fallbackChannels, remindAfterHours, push, slack, mail } = settings;
  if (fallbackChannels.length === 0) {
    const remedy = "Set APPROVAL_FALLBACK and TREASURY_REMIND_AFTER_HOURS.";
    return unset("fallback", "No channel waits until no decision follows.", remedy);
  }
  const opened = [...(slack === null ? [] : ["slack"]), ...(mail === null ? [] : ["email"])];
  const others = fallbackChannels.filter((channel) => !opened.includes(channel));
  if (others.length > 0) {
    const message = `${others.join(" and ")} of APPROVAL_FALLBACK is not in the settings. The server starts only if the app passes it in \`channels\`.`;
    return doubtful("fallback", message, "Set the settings of this channel, or pass it.");
  }
  const sends = `${fallbackChannels.join(" and ")} sends a message if no decision follows within ${remindAfterHours} hours.`;
  if (push !== null || opened.some((channel) => !fallbackChannels.includes(channel))) {
    return fine("fallback", sends);
  }
  const remedy = "Set PUSH_KEY and PUSH_CONTACT, unless the app passes another channel.";
  return doubtful("fallback", `${sends} No channel sends one before.`, remedy);
}

function isSecure(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "https:" || hostname === "localhost" || hostname.startsWith("127.");
}

function withoutMail(env: Environment): Finding {
  const message = "No approvals by e-mail.";
  const remedy = "Set APPROVAL_MAIL_TO, SMTP_URL and MAIL_FROM.";
  const hasServer = (env["SMTP_URL"] ?? "").trim() !== "";
  return hasServer
    ? doubtful("mail", "SMTP_URL is set, but no receiver: no approvals by e-mail.", remedy)
    : unset("mail", message, remedy);
}

async function examined(
  subject: Subject,
  verify: () => Promise<void>,
  message: string,
  remedy: string,
): Promise<Finding> {
  try {
    await atMost(verify());
    return fine(subject, message);
  } catch (error) {
    const todo = isMissingPackageError(error)
      ? "Install that package where the server runs."
      : remedy;
    return wrong(subject, problemOf(error), todo);
  }
}
