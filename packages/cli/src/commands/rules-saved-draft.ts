import type { RuleDraft, RuleDraftAnswer } from "@agent-treasury/contract";
import { ruleSetToJson } from "@agent-treasury/rules";
import type { Command } from "commander";
import type { Given, Run } from "./command.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
import type { Output } from "./output.ts";
import { totalLines } from "./replay-lines.ts";
import { readDraft } from "./rule-file.ts";

interface SaveOptions extends WorkspaceOptions {
  readonly days: number;
  readonly daily: boolean;
}

export function addSavedDraft(rules: Command, run: Run): void {
  const draft = rules
    .command("draft")
    .summary("save a draft that the deployment replays daily, and show the last replay")
    .description(
      `The saved draft of a workspace, at most one. It judges no spend. Maintenance of the deployment
replays it over the last days, now and once a day.`,
    );
  withWorkspace(draft.command("save <file>"))
    .summary("save a file, in place of a saved draft")
    .option("--days <number>", "replay the spends of the last days", Number, 14)
    .option("--no-daily", "save without replays")
    .action(run(save));
  withWorkspace(draft.command("show"))
    .summary("print the result of the last replay")
    .action(run(show));
  withWorkspace(draft.command("remove")).summary("remove the saved draft").action(run(remove));
}

async function save({ argument, options, env, output }: Given<SaveOptions>): Promise<0> {
  const { workspace: workspaceId, days, daily: replayDaily } = options;
  const rules = ruleSetToJson(await readDraft(argument));
  return inWorkspace({ options, env }, async (treasury) => {
    const answer = await treasury.rules.saveDraft({ workspaceId, rules, days, replayDaily });
    print(output, options, answer);
  });
}

async function show({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    print(output, options, await treasury.rules.draft({ workspaceId: options.workspace }));
  });
}

async function remove({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    print(output, options, await treasury.rules.removeDraft({ workspaceId: options.workspace }));
  });
}

function print(
  output: Output,
  { json }: { readonly json: boolean },
  answer: RuleDraftAnswer,
): void {
  if (json) return output.print(answer);
  if (answer.draft === null) return output.print("No draft is saved.");
  for (const line of linesOf(answer.draft)) output.print(line);
}

function linesOf({ savedAt, replayDaily, lastReplay, problem }: RuleDraft): readonly string[] {
  const replays = replayDaily ? "replayed daily" : "not replayed";
  const lines = [`Draft saved ${savedAt}, ${replays}.`];
  if (problem !== null) lines.push(`The last replay failed: ${problem}`);
  if (lastReplay === null) {
    return replayDaily ? [...lines, "The deployment has not replayed it yet."] : lines;
  }
  const { at, days, spends, changed, unknown, totals, changes } = lastReplay;
  lines.push(
    `${at}: would have changed ${changed} of ${counted(spends, "spend")} in the last ${counted(days, "day")}.`,
  );
  if (unknown > 0) lines.push(`For ${counted(unknown, "spend")} it cannot be known.`);
  lines.push(...totalLines(totals));
  for (const { proposalId, amountUsd, before, after } of changes) {
    lines.push([proposalId, dollars(amountUsd), `${before} -> ${after}`].join("  "));
  }
  return lines;
}
