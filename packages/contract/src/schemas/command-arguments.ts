import { z } from "zod";
import { requestLimits } from "../defaults.ts";
import { commandText, seconds } from "./fields.ts";

/** A command that an agent wants to run. */
export interface CommandArguments {
  command: string;
  /** Seconds that it may take, 1 to 600. */
  timeoutSec?: number | undefined;
}

/** How the arguments of `run_command` are read. */
export const commandArgumentsSchema: z.ZodType<CommandArguments, unknown> = z.object({
  command: commandText(requestLimits.commandCharacters),
  timeoutSec: seconds.optional(),
});
