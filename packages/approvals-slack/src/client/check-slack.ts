import { slackClient } from "./slack-client.ts";
import { type SlackConnection, checkedConnection } from "./slack-connection.ts";

/**
 * Checks the bot token by a request to Slack.
 *
 * @returns the id of the Slack workspace in which the app is installed.
 * @throws TreasuryError `invalid_request` or `outbound_failed`.
 */
export async function checkSlack(
  connection: SlackConnection,
): Promise<{ readonly teamId: string }> {
  return { teamId: await slackClient(checkedConnection(connection)).teamId() };
}
