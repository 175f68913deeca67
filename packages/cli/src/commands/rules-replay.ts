import { ruleSetToJson } from "@agent-treasury/rules";
import type { Environment } from "@agent-treasury/server";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, momentOf, type Run } from "./command.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
import { replayCsv, replayTable } from "./replay-lines.ts";
import { readDraft } from "./rule-file.ts";

const formats = ["table", "json", "csv"] as const;

interface ReplayOptions extends WorkspaceOptions {
  readonly from?: Date;
  readonly to?: Date;
  readonly days?: string;
  readonly format: (typeof formats)[number];
}

export function addReplay(rules: Command, run: Run): void {
  withWorkspace(rules.command("replay [file]"))
    .summary("show what a file would have done over the workspace's history")
    .description(
      `Evaluates past spends under the rules of a file, and lists those whose outcome would have
been another one. Without a file, replays the rules that were in effect. Read-only.`,
    )
    .option("--from <time>", "spends proposed from this day or time", momentOf("--from"))
    .option("--to <time>", "spends proposed before this day or time", momentOf("--to"))
    .addOption(new Option("--days <number>", "spends of the last days").conflicts(["from", "to"]))
    .addOption(new Option("--format <name>").choices(formats).default("table"))
    .addOption(timeZoneOption())
    .action(run(replay));
}

/** Windows of rules begin in the deployment's time zone. */
export function timeZoneOption(): Option {
  return new Option(
    "--time-zone <name>",
    "the deployment's time zone, such as Europe/Berlin (default: TREASURY_TIME_ZONE, otherwise UTC)",
  );
}

export function timeZoneOf({ timeZone }: { readonly timeZone?: string }, env: Environment): string {
  return timeZone ?? (env["TREASURY_TIME_ZONE"] || "UTC");
}

async function replay({ argument, options, env, output }: Given<ReplayOptions>): Promise<0> {
  const draft = argument === undefined ? null : await readDraft(argument);
  const { workspace: workspaceId, to } = options;
  const from = options.days === undefined ? options.from : daysAgo(options.days);
  const timeZone = timeZoneOf(options, env);
  return inWorkspace({ options: { ...options, timeZone }, env }, async (treasury) => {
    const request = {
      workspaceId,
      ...(draft && { rules: ruleSetToJson(draft) }),
      ...(from && { from: from.toISOString() }),
      ...(to && { to: to.toISOString() }),
    };
    const report = await treasury.rules
      .replay(request, {
        onProgress: ({ step, proposals, share }) =>
          output.progress(
            step === "read"
              ? `Read ${proposals} proposals.`
              : `Evaluated ${Math.round(share * 100)} % of ${proposals} proposals.`,
          ),
      })
      .finally(() => output.progress(""));
    if (options.json || options.format === "json") return output.print(report);
    const lines = options.format === "csv" ? replayCsv(report) : replayTable(report);
    for (const line of lines) output.print(line);
  });
}

const dayMs = 86_400_000;

function daysAgo(text: string): Date {
  const days = Number(text);
  if (Number.isInteger(days) && days > 0 && days <= 3_660)
    return new Date(Date.now() - days * dayMs);
  throw new CommandError(`--days is ${JSON.stringify(text)}. Use a number from 1 to 3660.`);
}
