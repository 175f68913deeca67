import type { ComputedExposure, WrittenRuleSet } from "@agent-treasury/contract";
import { ruleSetToJson } from "@agent-treasury/rules";
import { isMissingPackageError, readSettings } from "@agent-treasury/server";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { databaseOption, type Given, type Run } from "./command.ts";
import { dollars } from "./dollars.ts";
import {
  type Attacker,
  computation,
  credentialIn,
  type ExposedPlace,
  type Horizon,
  questionIn,
} from "./exposure-question.ts";
import { inAnyWorkspace } from "./in-workspace.ts";
import type { Output } from "./output.ts";
import { readDraft } from "./rule-file.ts";
import { timeZoneOf, timeZoneOption } from "./rules-replay.ts";
import { usdOf } from "./spend-options.ts";
import { tableLines } from "./table.ts";

const horizons: readonly Horizon[] = ["day", "week", "month", "year"];

interface ExposureOptions {
  readonly workspace?: string;
  readonly attacker: Attacker;
  readonly horizon?: Horizon;
  readonly agent?: string;
  readonly credential?: string;
  readonly balanceUsd?: number;
  readonly timeZone?: string;
  readonly sequence?: true;
}

export function addExposure(rules: Command, run: Run): void {
  rules
    .command("exposure [file]")
    .summary("show the most that an agent can spend under a file")
    .description(
      `Computes the most that a hostile agent can spend under the rules of a file and the five limits of
the environment, with the sequence that reaches it. With --workspace, takes its limits, allocations and
standing approvals, and without a file its published rules. With --credential, shows what a leaked
credential can spend until it is revoked. Read-only. Needs @agent-treasury/exposure.`,
    )
    .option("--workspace <id>", "the workspace")
    .addOption(databaseOption())
    .addOption(
      new Option(
        "--attacker <name>",
        "agent: no person approves. approver: one person approves all",
      )
        .choices(["agent", "approver"])
        .default("agent"),
    )
    .addOption(new Option("--horizon <name>", "only one horizon").choices([...horizons]))
    .option("--agent <id>", "only this agent (default: the one that can spend most)")
    .option("--credential <id>", "only through this credential of the workspace")
    .option("--balance-usd <amount>", "balance (default: unlimited)", usdOf("--balance-usd"))
    .option("--sequence", "list the first 100 spends of each sequence")
    .addOption(timeZoneOption())
    .action(run(exposure));
}

type Work = Parameters<typeof inAnyWorkspace>[2];

async function exposure(given: Given<ExposureOptions>): Promise<0> {
  const { argument, options, env, output } = given;
  const compute = await computation("`rules exposure`");
  const draft = argument === undefined ? null : await readDraft(argument);
  if (draft === null && options.workspace === undefined) {
    throw new CommandError("Name a file with rules, or --workspace.");
  }
  const timeZone = timeZoneOf(options, env);
  const settings = readSettings(env);
  const show: Work = async (treasury, workspaceId) => {
    const { rules } = await treasury.rules.current({ workspaceId });
    const place = { treasury, workspaceId, timeZone, settings };
    const credential = await credentialIn(place, options.credential);
    const terms = { ...options, credential };
    const question = await questionIn(place, draft === null ? rules : ruleSetToJson(draft), terms);
    const chosen = horizons.filter((each) => (options.horizon ?? each) === each);
    const found: (readonly [Horizon, ComputedExposure])[] = [];
    for (const horizon of chosen) found.push([horizon, await compute({ ...question, horizon })]);
    print(output, options, found);
  };
  return inAnyWorkspace(given, timeZone, show, { settings });
}

function print(
  output: Output,
  { json, attacker, sequence }: Given<ExposureOptions>["options"],
  found: readonly (readonly [Horizon, ComputedExposure])[],
): void {
  const { assumptions = [], notBounded = [] } = found[0]?.[1] ?? {};
  if (json) {
    const exposures = found.map(([horizon, one]) => ({ horizon, attacker, ...one }));
    output.print({ exposures, assumptions, notBounded });
    return;
  }
  const rows = found.map(([horizon, { reachedUsd, provedUsd, spendCount, boundBy }]) => [
    horizon,
    dollars(reachedUsd),
    provedUsd === null ? "unknown" : dollars(provedUsd),
    String(spendCount),
    boundBy.join(", "),
  ]);
  const heads = ["Horizon", "Reached", "At most", "Spends", "Bounded by"];
  for (const line of tableLines(heads, rows)) output.print(line);
  if (sequence === true) for (const one of found) printSequence(output, one);
  output.print(`Assumes: ${assumptions.join(" ")}`);
  output.print(`Not bounded by rules: ${notBounded.join("; ")}.`);
}

function printSequence(
  output: Output,
  [horizon, { spends, spendCount }]: readonly [Horizon, ComputedExposure],
): void {
  output.print(`In a ${horizon}:`);
  const rows = spends.map(({ at, amountUsd, vendor, isKnownPayee, category, allocationId }) => [
    at,
    dollars(amountUsd),
    isKnownPayee ? `${vendor} (known)` : vendor,
    category ?? "",
    allocationId ?? "",
  ]);
  const heads = ["Time", "Amount", "Payee", "Category", "Allocation"];
  for (const line of tableLines(heads, rows)) output.print(line);
  const left = spendCount - rows.length;
  if (left > 0) output.print(`${left} more spends.`);
}

/** One line: the most that an agent can spend in a month, under the first rules and the second. */
export async function exposureOfRules(
  [before, after]: readonly [WrittenRuleSet, WrittenRuleSet],
  place: ExposedPlace,
): Promise<readonly string[]> {
  const compute = await computation("Exposure").catch((error: unknown) => {
    if (isMissingPackageError(error)) return error.message;
    throw error;
  });
  if (typeof compute === "string") return [compute];
  const most = async (rules: WrittenRuleSet): Promise<string> => {
    const question = await questionIn(place, rules, { attacker: "agent", credential: null });
    const { provedUsd } = await compute({ ...question, horizon: "month" });
    return provedUsd === null ? "no known amount" : `at most ${dollars(provedUsd)}`;
  };
  const [first, second] = [await most(before), await most(after)];
  return [`A hostile agent can spend ${second} in a month, and ${first} before the draft.`, ""];
}
