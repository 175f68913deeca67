/** The names of workspaces, as the pattern of an input field. */
export const workspaceNamePattern: string = String.raw`[A-Za-z0-9._:@\-]{1,128}`;

/** The same for a person. */
export const workspaceNameRule = "1 to 128 letters, digits and . _ : @ -";

const wholeName = new RegExp(`^${workspaceNamePattern}$`);

/** Returns whether the service accepts the name of a workspace. */
export function isWorkspaceName(name: string): boolean {
  return wholeName.test(name);
}
