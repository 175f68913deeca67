import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ActionAnswer, Publication, WrittenRuleSet } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import {
  rulesForSignedIn,
  ruleWarnings,
  ruleSetSchemaUrl,
  ruleSetToJson,
} from "@agent-treasury/rules";
import { rulesToYaml } from "@agent-treasury/rules/yaml";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { allPages } from "./all-pages.ts";
import type { ExitCode, Given, Run } from "./command.ts";
import { counted } from "./counted.ts";
import {
  inWorkspace,
  operatorOption,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";
import type { Output } from "./output.ts";
import { differencesOf } from "./rule-differences.ts";
import { readDraft, setOf } from "./rule-file.ts";
import { rulesDraft } from "./rules-draft.ts";
import { addExposure } from "./rules-exposure.ts";
import { addReplay } from "./rules-replay.ts";
import { addSavedDraft } from "./rules-saved-draft.ts";
import { addRulesTest } from "./rules-test.ts";
import { addWrite } from "./rules-write.ts";

interface PublishOptions extends WorkspaceOptions {
  readonly basedOn?: string;
}

const defaultFile = "treasury.rules.yaml";

export function addRules(program: Command, run: Run): void {
  const rules = program
    .command("rules")
    .summary("write, check, test, replay, publish and roll back spending rules")
    .description(
      `Spending rules of a workspace. A file is a draft until it is published. The five limits of the
workspace apply beside the rules. Every field: ${ruleSetSchemaUrl}`,
    );
  rules
    .command("init [file]")
    .summary(`write ${defaultFile} with commented examples`)
    .action(run(init));
  rules
    .command("validate <file>")
    .summary("check a file (exit code 1 if it has problems)")
    .action(run(validate));
  withWorkspace(rules.command("diff <file>"))
    .summary("compare a file with the published rules (exit code 1 if they differ)")
    .action(run(diff));
  addWrite(rules, run);
  addRulesTest(rules, run);
  addReplay(rules, run);
  addExposure(rules, run);
  addSavedDraft(rules, run);
  withWorkspace(rules.command("publish <file>"))
    .summary("publish a file")
    .option("--based-on <digest>", "fail if other rules than these are published")
    .addOption(operatorOption())
    .action(run(publish));
  withWorkspace(rules.command("show"))
    .summary("print the published rules as YAML")
    .action(run(show));
  withWorkspace(rules.command("history"))
    .summary("list publications, newest first")
    .action(run(history));
  withWorkspace(rules.command("rollback <digest>"))
    .summary("publish the rules of an earlier publication again")
    .addOption(operatorOption())
    .action(run(rollBack));
}

async function init({ argument, options, output }: Given<object>): Promise<0> {
  const path = resolve(argument ?? defaultFile);
  try {
    await writeFile(path, rulesDraft, { flag: "wx" });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === "EEXIST";
    if (!exists) throw cause;
    throw new CommandError(`${path} already exists.`, { cause });
  }
  output.print(options.json ? { file: path } : `Wrote ${path}.`);
  return 0;
}

async function validate({ argument, options, output }: Given<object>): Promise<ExitCode> {
  try {
    const set = await readDraft(argument);
    const needSignIn = rulesForSignedIn(set);
    const warnings = ruleWarnings(set);
    if (options.json) {
      const checked = { valid: true, problems: [], warnings, needSignIn };
      output.print(checked);
      return 0;
    }
    output.print(`Valid: ${counted(set.rules.length, "rule")}.`);
    for (const warning of warnings) output.print(`Warning: ${warning}`);
    if (needSignIn.length > 0) {
      const how = "set `authenticate` in the app, or TREASURY_OPERATORS";
      output.print(`Approvers must sign in for ${needSignIn.join(", ")}: ${how}.`);
    }
    return 0;
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    const problems = error.message.split("\n");
    if (options.json) output.print({ valid: false, problems });
    else for (const problem of problems) output.print(problem);
    return 1;
  }
}

async function diff({
  argument,
  options,
  env,
  output,
}: Given<WorkspaceOptions>): Promise<ExitCode> {
  const draft = await readDraft(argument);
  let isSame = true;
  await inWorkspace({ options, env }, async (treasury) => {
    const current = await treasury.rules.current({ workspaceId: options.workspace });
    const differences = differencesOf(setOf(current.rules), draft);
    isSame = differences.length === 0;
    const published = current.publication?.digest ?? null;
    if (options.json) return output.print({ published, differences });
    output.print(`Published: ${published ?? "none"}`);
    if (isSame) output.print("The file has the same rules.");
    for (const { lines } of differences) for (const line of lines) output.print(line);
  });
  return isSame ? 0 : 1;
}

async function publish({ argument, options, env, output }: Given<PublishOptions>): Promise<0> {
  const draft = await readDraft(argument);
  const { workspace: workspaceId, basedOn } = options;
  return inWorkspace({ options, env }, async (treasury) => {
    const published = await treasury.rules.publish({
      workspaceId,
      rules: ruleSetToJson(draft),
      operator: operatorOf(options),
      ...(basedOn !== undefined && { basedOn }),
    });
    printPublication(output, options, published, "");
  });
}

async function show({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const { publication, rules } = await treasury.rules.current({ workspaceId: options.workspace });
    if (options.json) return output.print({ publication, rules });
    output.print(
      publication === null
        ? "# No rules are published. The deployment's default rules apply."
        : `# ${describePublication(publication)}`,
    );
    output.printLines(rulesToYaml(setOf(rules)).trimEnd());
  });
}

async function history({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const publications = await allPages(
      (page) => treasury.rules.history({ workspaceId: options.workspace, ...page }),
      "publications",
    );
    if (options.json) return output.print({ publications });
    if (publications.length === 0) output.print(`${options.workspace} has no publications.`);
    for (const publication of publications) output.print(describePublication(publication));
  });
}

async function rollBack({ argument, options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  if (argument === undefined) throw new CommandError("Name the digest of a publication.");
  return inWorkspace({ options, env }, async (treasury) => {
    const place = { workspaceId: options.workspace, digest: argument };
    const back = await treasury.rules.rollBack({ ...place, operator: operatorOf(options) });
    printPublication(output, options, back, ` of ${argument} again`);
  });
}

function printPublication(
  output: Output,
  { json }: { readonly json: boolean },
  answer: ActionAnswer,
  origin: string,
): void {
  if (json) return output.print(answer);
  const { id, result, details, startedBy, startedAt, approvals } = answer.action;
  const { given, needed, missing } = approvals;
  if (result !== null && result === details["basedOn"]) {
    return output.print("The same rules are published already.");
  }
  const { rules } = details["rules"] as WrittenRuleSet;
  output.print(
    result === null
      ? `Not published yet: ${given} of ${needed} approved, needs ${missing.join(" and ")}.`
      : `Published ${counted(rules.length, "rule")}${origin} as ${result}.`,
  );
  output.print(`Action ${id}, started by ${startedBy ?? "unknown"} at ${startedAt}`);
}

function describePublication(publication: Publication): string {
  const { number, digest, publishedAt, publishedBy, ruleCount } = publication;
  return `${number}  ${digest}  ${publishedAt}  by ${publishedBy ?? "unknown"}  ${counted(ruleCount, "rule")}`;
}
