import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { RuleExample } from "@agent-treasury/contract";
import type { LanguageModel } from "@agent-treasury/provider";
import { rulesToYaml } from "@agent-treasury/rules/yaml";
import { readSettings, type Settings } from "@agent-treasury/server";
import { openModel } from "@agent-treasury/server/parts";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { databaseOption, type Given, type Run } from "./command.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import { inAnyWorkspace } from "./in-workspace.ts";
import { replayTable } from "./replay-lines.ts";
import { setOf } from "./rule-file.ts";
import { exposureOfRules } from "./rules-exposure.ts";
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
  const settings = readSettings(env);
  const model = await connectedModel(settings);
  const timeZone = timeZoneOf(options, env);
  const draftIn: Parameters<typeof inAnyWorkspace>[2] = async (treasury, workspaceId) => {
    const isStored = options.workspace !== undefined;
    const { rules: current } = await treasury.rules.current({ workspaceId });
    const { rules, examples } = await treasury.rules.write({ workspaceId, sentence });
    const draft = setOf(rules);
    const text = rulesToYaml(draft);
    if (options.output !== undefined) {
      await writeFile(resolve(options.output), text, { flag: "wx" });
    }
    const place = { treasury, workspaceId, timeZone, settings };
    const exposure = await exposureOfRules([current, rules], place);
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
  };
  return inAnyWorkspace(given, timeZone, draftIn, { model, settings });
}

async function connectedModel(settings: Settings): Promise<LanguageModel> {
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
