/** The chat of a workspace: for all of them, by workspace, or a function of it. */
export type ChannelChoice =
  | string
  | Readonly<Record<string, string>>
  | ((workspaceId: string) => string | null | Promise<string | null>);

/** @param checkId throws for an invalid id. */
export function checkedChannel(
  choice: ChannelChoice,
  checkId: (channelId: string) => void,
): ChannelChoice {
  if (typeof choice === "string") checkId(choice);
  else if (typeof choice === "object") Object.values(choice).forEach(checkId);
  return choice;
}

/** Returns null for a workspace without one. */
export async function channelOf(
  choice: ChannelChoice,
  workspaceId: string,
  checkId: (channelId: string) => void,
): Promise<string | null> {
  if (typeof choice === "string") return choice;
  if (typeof choice === "object") {
    return Object.hasOwn(choice, workspaceId) ? (choice[workspaceId] ?? null) : null;
  }
  const channelId = await choice(workspaceId);
  if (channelId !== null) checkId(channelId);
  return channelId;
}
