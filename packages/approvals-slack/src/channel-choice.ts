import { invalid } from "./client/slack-connection.ts";

/** The Slack channel of a workspace. */
export type ChannelChoice =
  | string
  | Readonly<Record<string, string>>
  | ((workspaceId: string) => string | null | Promise<string | null>);

/** @throws TreasuryError `invalid_request` for a name, because a channel can be renamed. */
export function checkedChannel(choice: ChannelChoice): ChannelChoice {
  if (typeof choice === "string") checkId(choice);
  else if (typeof choice === "object") Object.values(choice).forEach(checkId);
  return choice;
}

export async function channelOf(
  choice: ChannelChoice,
  workspaceId: string,
): Promise<string | null> {
  if (typeof choice === "string") return choice;
  if (typeof choice === "object") {
    return Object.hasOwn(choice, workspaceId) ? (choice[workspaceId] ?? null) : null;
  }
  const channelId = await choice(workspaceId);
  if (channelId !== null) checkId(channelId);
  return channelId;
}

function checkId(channelId: string): void {
  if (/^[CDGUW][A-Z0-9]{1,31}$/.test(channelId)) return;
  throw invalid(`"${channelId}" is not the id of a Slack channel. An id is like C0123456789.`);
}
