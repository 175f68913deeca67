import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { RuleExample } from "@agent-treasury/contract";
import type { LanguageModel } from "@agent-treasury/provider";
import { rulesToYaml } from "@agent-treasury/rules/yaml";
import { type Environment, readSettings } from "@agent-treasury/server";
import { openModel } from "@agent-treasury/server/parts";
import type { Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { databaseOption, type Given, type Run } from "./command.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import { inWorkspace } from "./in-workspace.ts";
import { openTreasury } from "./open-treasury.ts";
import { replayTable } from "./replay-lines.ts";
import { setOf } from "./rule-file.ts";
import { exposureOfRules, workspaceTerms } from "./rules-exposure.ts";
import { timeZoneOf, timeZoneOption } from "./rules-replay.ts";
import { tableLines } from "./table.ts";

interface WriteOptions {
  readonly workspace?: string;
  readonly output?: string;
  readonly timeZone?: string;
}

export function addWrite(rules: Command, run: Run): void {
  rules
    .command("write <sentence>")
    .summary("let the connected model draft rules from a sentence")
    .description(
      `The model of OPENAI_MODEL drafts rules. The draft is shown with example spends that a mistake would
change, and the most that an agent can spend before and after. With --workspace, it changes the
published rules, and is replayed over the last 30 days. Publishes nothing.`,
    )
    .option("--workspace <id>", "the workspace")
    .addOption(databaseOption())
    .option("--output <file>", "write the draft to a new file")
    .addOption(timeZoneOption())
    .action(run(write));
}

async function write(given: Given<WriteOptions>): Promise<0> {
  const { argument: sentence = "", options, env, output } = given;
  const model = await connectedModel(env);
  const timeZone = timeZoneOf(options, env);
  await inPlace(given, timeZone, model, async (treasury, workspaceId) => {
    const isStored = options.workspace !== undefined;
    const { rules: current } = await treasury.rules.current({ workspaceId });
    const { rules, examples } = await treasury.rules.write({ workspaceId, sentence });
    const draft = setOf(rules);
    const text = rulesToYaml(draft);
    if (options.output !== undefined) {
      await writeFile(resolve(options.output), text, { flag: "wx" });
    }
    const place = isStored ? await workspaceTerms(treasury, workspaceId) : null;
    const exposure = await exposureOfRules([setOf(current), draft], timeZone, env, place);
    const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const replay = isStored ? await treasury.rules.replay({ workspaceId, rules, from }) : null;
    if (options.json) {
      output.print({ rules, examples, exposure, replay });
      return;
    }
    const rows = examples.map((example) => exampleRow(example, timeZone));
    const file = options.output ?? "a file";
    output.printLines(text);
    for (const line of [
      "Examples under the draft:",
      ...tableLines(columns, rows),
      "",
      ...exposure,
      ...(replay === null ? [] : ["Replay of 30 days:", ...replayTable(replay), ""]),
      `Not published. Check each example, then run: rules publish ${file}`,
    ]) {
      output.print(line);
    }
  });
  return 0;
}

/** Without a workspace, the draft begins without rules. */
async function inPlace(
  { options, env }: Given<WriteOptions>,
  timeZone: string,
  model: LanguageModel,
  work: (treasury: Treasury, workspaceId: string) => Promise<void>,
): Promise<void> {
  const { workspace } = options;
  if (workspace !== undefined) {
    const place = { ...options, workspace, timeZone };
    await inWorkspace({ options: place, env }, (treasury) => work(treasury, workspace), model);
    return;
  }
  const treasury = openTreasury(memoryStorage(), { timeZone, model });
  try {
    await work(treasury, "draft");
  } finally {
    await treasury.close();
  }
}

async function connectedModel(env: Environment): Promise<LanguageModel> {
  const settings = readSettings(env);
  const model = settings.model === null ? null : await openModel({ ...settings, turnTabUsd: null });
  if (model !== null) return model;
  throw new CommandError(
    "No model is connected, and `rules write` needs one. Set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL. `rules init` writes examples without a model.",
  );
}

const columns = ["Spend", "Payee", "Category", "Time", "After", "Outcome"];

function exampleRow(example: RuleExample, timeZone: string): readonly string[] {
  const { amountUsd, vendor, category, agentId, at, earlier, outcome, approvals } = example;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  const past =
    earlier === null
      ? ""
      : `${counted(earlier.spends, "spend")} of ${dollars(earlier.amountUsd)}${earlier.vendor === vendor ? "" : ` to ${earlier.vendor}`}, ${format.format(new Date(earlier.at))}`;
  return [
    dollars(amountUsd),
    agentId === "agent" ? vendor : `${vendor} (by ${agentId})`,
    category ?? "",
    format.format(new Date(at)),
    past,
    outcome === "waits" ? `waits for ${approvals}` : outcome,
  ];
}
