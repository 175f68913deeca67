/** A command cannot run. The message is for the person who typed it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
