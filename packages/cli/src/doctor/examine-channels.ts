import { isMissingPackageError, type Environment, type Settings } from "@agent-treasury/server";
import { verifyMail, verifySlack } from "@agent-treasury/server/parts";
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
