import { routes } from "@agent-treasury/contract";

/** Whether a request can name the workspace. */
export function isWorkspaceId(value: string): boolean {
  const { success, data } = routes.readTreasury.input.safeParse({ workspaceId: value });
  return success && data.workspaceId === value;
}

/** The workspace that an input names. Null if it names none. */
export function workspaceIn(input: object): string | null {
  return "workspaceId" in input && typeof input.workspaceId === "string" ? input.workspaceId : null;
}
