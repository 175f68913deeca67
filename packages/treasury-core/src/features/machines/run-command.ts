import { commandArgumentsSchema } from "@agent-treasury/contract";
import type { JsonObject } from "@agent-treasury/provider";
import { unlessAborted } from "../../kernel/abort-signals.ts";
import { describeIssues } from "../../kernel/describe-issues.ts";
import {
  type ToolContext,
  type ToolOutcome,
  type TurnTool,
  failedCall,
  refuseCall,
} from "../../kernel/turn-tool.ts";
import type { AgentMachines } from "./agent-machines.ts";

type Run = AgentMachines["run"];

export function runCommandTool(isConnected: () => boolean, run: Run): TurnTool {
  return {
    name: "run_command",
    description:
      "Run a bash command on this workspace's own machine, and read what it prints. Files persist between commands. Every command starts in a new shell.",
    parametersSchema: {
      type: "object",
      properties: {
        command: { type: "string", description: "the bash command, of one or more lines" },
        timeoutSec: { type: "number", description: "the timeout in seconds, 1 to 600" },
      },
      required: ["command"],
    },
    effect: "write",
    repeatable: false,
    content: "outside",
    isAvailable: isConnected,
    run: (input, context) => runCommand(run, input, context),
  };
}

async function runCommand(
  run: Run,
  input: JsonObject,
  { workspaceId, signal }: ToolContext,
): Promise<ToolOutcome> {
  const parsed = commandArgumentsSchema.safeParse(input);
  if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
  const { command, timeoutSec: timeoutSeconds } = parsed.data;
  try {
    const running = run(workspaceId, { command, timeoutSeconds, signal });
    const { exitCode, stdout, stderr, durationMs } = await unlessAborted(running, signal);
    return { ok: exitCode === 0, content: { exitCode, stdout, stderr, durationMs } };
  } catch (error) {
    if (signal.aborted) throw error;
    return failedCall(error, "machine_host_error");
  }
}
