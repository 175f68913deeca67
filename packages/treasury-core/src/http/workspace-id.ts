import { routes } from "@agent-treasury/contract";

/** Whether a request can name the workspace. */
export function isWorkspaceId(value: string): boolean {
  const { success, data } = routes.readTreasury.input.safeParse({ workspaceId: value });
  return success && data.workspaceId === value;
}
