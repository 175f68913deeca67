import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ReplayReport, WrittenRuleSet } from "@agent-treasury/contract";
import type { LanguageModel } from "@agent-treasury/provider";
import { Micros } from "@agent-treasury/provider";
import { localClock, type RuleSet, ruleSetToJson } from "@agent-treasury/rules";
import {
  type DraftMessage,
  draftRules,
  outcomeText,
  rulesToYaml,
  separatingExamples,
  type ShownExample,
} from "@agent-treasury/rules/yaml";
import { type Environment, readSettings } from "@agent-treasury/server";
import { openModel } from "@agent-treasury/server/parts";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { databaseOption, type Given, type Run } from "./command.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import { inWorkspace } from "./in-workspace.ts";
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
  const place = await inPlace(given, async (treasury, workspaceId) => ({
    current: setOf((await treasury.rules.current({ workspaceId })).rules),
    terms: await workspaceTerms(treasury, workspaceId),
  }));
  const before: RuleSet = place?.current ?? { rules: [] };
  const draft = await draftRules({
    sentence,
    current: before,
    ask: (messages) => answerOf(model, messages),
  });
  const text = rulesToYaml(draft);
  if (options.output !== undefined) {
    await writeFile(resolve(options.output), text, { flag: "wx" });
  }
  const now = Date.now();
  const clock = localClock(timeZone);
  const examples = separatingExamples(draft, before, sentence, clock, now);
  const exposure = await exposureOfRules([before, draft], timeZone, env, place?.terms ?? null);
  const replay = await inPlace(given, (treasury, workspaceId) =>
    treasury.rules.replay({
      workspaceId,
      rules: ruleSetToJson(draft) as unknown as WrittenRuleSet,
      from: new Date(now - 30 * 86_400_000).toISOString(),
    }),
  );
  if (options.json) {
    const shown = examples.map((example) => exampleRow(example, timeZone));
    output.print(
      JSON.stringify({ rules: ruleSetToJson(draft), examples: shown, exposure, replay }),
    );
    return 0;
  }
  for (const line of [
    text,
    ...exampleLines(examples, timeZone),
    ...exposure,
    ...replayed(replay),
  ]) {
    output.print(line);
  }
  const file = options.output ?? "a file";
  output.print(`Not published. Check each example, then run: rules publish ${file}`);
  return 0;
}

/** Null without a workspace. */
async function inPlace<Result>(
  { options, env }: Given<WriteOptions>,
  work: (treasury: Parameters<Parameters<typeof inWorkspace>[1]>[0], id: string) => Promise<Result>,
): Promise<Result | null> {
  const { workspace } = options;
  if (workspace === undefined) return null;
  const found: Result[] = [];
  const place = { ...options, workspace, timeZone: timeZoneOf(options, env) };
  await inWorkspace({ options: place, env }, async (treasury) => {
    found.push(await work(treasury, workspace));
  });
  return found[0] ?? null;
}

async function connectedModel(env: Environment): Promise<LanguageModel> {
  const settings = readSettings(env);
  const model = settings.model === null ? null : await openModel({ ...settings, turnTabUsd: null });
  if (model !== null) return model;
  throw new CommandError(
    "No model is connected, and `rules write` needs one. Set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL. `rules init` writes examples without a model.",
  );
}

const answerMs = 120_000;
const maximumOutputTokens = 8_000;

async function answerOf(model: LanguageModel, messages: readonly DraftMessage[]): Promise<string> {
  const signal = AbortSignal.timeout(answerMs);
  let answer = "";
  for await (const part of model.stream({ messages, maximumOutputTokens, signal })) {
    if (part.kind === "text") answer += part.text;
  }
  return answer;
}

const columns = ["Spend", "Payee", "Category", "Time", "After", "Outcome"];

function exampleLines(examples: readonly ShownExample[], timeZone: string): readonly string[] {
  const rows = examples.map((example) => exampleRow(example, timeZone));
  return ["Examples under the draft:", ...tableLines(columns, rows), ""];
}

function exampleRow(example: ShownExample, timeZone: string): readonly string[] {
  const { spend, earlier } = example;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  const [first] = earlier;
  const spent = earlier.reduce((sum, { amount }) => Micros.add(sum, amount), Micros.zero);
  const past =
    first === undefined
      ? ""
      : `${counted(earlier.length, "spend")} of ${dollars(Micros.toUsd(spent))}${first.vendor === spend.vendor ? "" : ` to ${first.vendor}`}, ${format.format(first.at)}`;
  return [
    dollars(Micros.toUsd(spend.amount)),
    spend.agentId === "agent" ? spend.vendor : `${spend.vendor} (by ${spend.agentId})`,
    spend.category ?? "",
    format.format(spend.at),
    past,
    outcomeText(example),
  ];
}

function replayed(report: ReplayReport | null): readonly string[] {
  return report === null ? [] : ["Replay of 30 days:", ...replayTable(report), ""];
}
