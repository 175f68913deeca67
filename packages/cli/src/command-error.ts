/** A command cannot run. The message is for the user who typed it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
