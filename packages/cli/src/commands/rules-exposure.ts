import type { StandingApproval } from "@agent-treasury/contract";
import type {
  Attack,
  Attacker,
  ExposureReport,
  Horizon,
  LimitsUsd,
} from "@agent-treasury/exposure";
import { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import type { RuleSet } from "@agent-treasury/rules";
import type { ExpectedExposure } from "@agent-treasury/rules/yaml";
import { type Environment, isMissingPackageError } from "@agent-treasury/server";
import { optionalPackage } from "@agent-treasury/server/parts";
import type { Treasury } from "@agent-treasury/treasury-core";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { databaseOption, type Given, type Run } from "./command.ts";
import { dollars } from "./dollars.ts";
import { inWorkspace } from "./in-workspace.ts";
import type { Output } from "./output.ts";
import { readDraft, setOf } from "./rule-file.ts";
import { timeZoneOf, timeZoneOption } from "./rules-replay.ts";
import { usdOf } from "./spend-options.ts";
import { tableLines } from "./table.ts";

const horizons: readonly Horizon[] = ["day", "week", "month", "year"];

interface ExposureOptions {
  readonly workspace?: string;
  readonly attacker: Attacker;
  readonly horizon?: Horizon;
  readonly agent?: string;
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
the environment, with the sequence that reaches it. With --workspace, takes its limits and standing
approvals, and without a file its published rules. Read-only. Needs @agent-treasury/exposure.`,
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
    .option("--balance-usd <amount>", "balance (default: unlimited)", usdOf("--balance-usd"))
    .option("--sequence", "list the spends of each sequence")
    .addOption(timeZoneOption())
    .action(run(exposure));
}

async function exposure(given: Given<ExposureOptions>): Promise<0> {
  const { options, output } = given;
  const { reportExposure, assumptionsOf, notBounded } = await exposurePackage("`rules exposure`");
  const attack = await attackOf(given);
  const reports: ExposureReport[] = [];
  for (const horizon of horizons.filter((each) => (options.horizon ?? each) === each)) {
    reports.push(await reportExposure({ ...attack, horizon }));
  }
  const assumptions = assumptionsOf({ ...attack, horizon: "day" });
  if (options.json) {
    output.print({ exposures: reports, assumptions, notBounded });
    return 0;
  }
  const rows = reports.map((report) => [
    report.horizon,
    dollars(report.reachedUsd),
    report.provedUsd === null ? "unknown" : dollars(report.provedUsd),
    String(report.sequence.length),
    report.boundBy.join(", "),
  ]);
  const heads = ["Horizon", "Reached", "At most", "Spends", "Bounded by"];
  for (const line of tableLines(heads, rows)) output.print(line);
  if (options.sequence === true) for (const report of reports) printSequence(output, report);
  output.print(`Assumes: ${assumptions.join(" ")}`);
  output.print(`Not bounded by rules: ${notBounded.join("; ")}.`);
  return 0;
}

const maximumListed = 100;

function printSequence(output: Output, { horizon, sequence, isShortened }: ExposureReport): void {
  output.print(`In a ${horizon}:`);
  const rows = sequence
    .slice(0, maximumListed)
    .map(({ at, amountUsd, vendor, category, isKnownPayee }) => [
      at,
      dollars(amountUsd),
      isKnownPayee ? `${vendor} (known)` : vendor,
      category ?? "",
    ]);
  for (const line of tableLines(["Time", "Amount", "Payee", "Category"], rows)) output.print(line);
  const left = sequence.length - rows.length;
  if (left > 0) output.print(`${left} more spends.`);
  if (isShortened) output.print("A longer sequence would reach more.");
}

type Terms = Omit<Attack, "horizon">;

async function attackOf({ argument, options, env }: Given<ExposureOptions>): Promise<Terms> {
  const { workspace: workspaceId, attacker, agent, balanceUsd } = options;
  const timeZone = timeZoneOf(options, env);
  const balance = balanceUsd === undefined ? null : limitFromUsd(balanceUsd, "balanceUsd");
  const draft = argument === undefined ? null : await readDraft(argument);
  const terms = {
    attacker,
    timeZone,
    now: Date.now(),
    ...(agent !== undefined && { agentId: agent }),
    ...(balance !== null && { balance }),
  };
  if (workspaceId === undefined) {
    if (draft === null) throw new CommandError("Name a file with rules, or --workspace.");
    return { ...terms, ruleSet: draft, limits: limitsFromEnv(env) };
  }
  const found: Terms[] = [];
  const place = { ...options, workspace: workspaceId, timeZone };
  const { attackedLimits, attackedStanding } = await exposurePackage("`rules exposure`");
  await inWorkspace({ options: place, env }, async (treasury) => {
    const { rules } = await treasury.rules.current({ workspaceId });
    const given = await workspaceTerms(treasury, workspaceId);
    const limits = attackedLimits(given.limits);
    const standing = attackedStanding(given.standing);
    found.push({ ...terms, ruleSet: draft ?? setOf(rules), limits, standing });
  });
  const [attack] = found;
  if (attack === undefined) throw new CommandError(`The workspace ${workspaceId} was not read.`);
  return attack;
}

/** What a workspace sets beside its rules. */
export interface WorkspaceTerms {
  readonly limits: LimitsUsd;
  readonly standing: readonly StandingApproval[];
}

export async function workspaceTerms(
  treasury: Pick<Treasury, "state" | "standingApprovals">,
  workspaceId: string,
): Promise<WorkspaceTerms> {
  const { standingApprovals: standing } = await treasury.standingApprovals.list({ workspaceId });
  const { budget, autoApproveDailyUsd } = await treasury.state(workspaceId);
  return { limits: { ...budget, autoApproveDailyUsd }, standing };
}

function readUsd(text: string, name: string): Micros {
  return limitFromUsd(Number(text), name);
}

/** The five limits by the settings of the deployment. */
export function limitsFromEnv(env: Environment): Attack["limits"] {
  const read = (setting: string, fallback: string | Micros): Micros => {
    const text = env[setting] ?? "";
    if (text !== "") return readUsd(text, setting);
    return typeof fallback === "string" ? readUsd(fallback, setting) : fallback;
  };
  const autoApproveUnder = read("TREASURY_AUTO_APPROVE_UNDER_USD", "10");
  const daily = Micros.multiply(autoApproveUnder, 3n);
  return {
    maxSpendPerAction: read("TREASURY_MAX_SPEND_PER_ACTION_USD", "50"),
    autoApproveUnder,
    autoApproveDaily: read("TREASURY_AUTO_APPROVE_DAILY_USD", daily),
    dailySpendCap: read("TREASURY_DAILY_SPEND_CAP_USD", "100"),
    minReserve: read("TREASURY_MIN_RESERVE_USD", "20"),
  };
}

/**
 * One line: the most that an agent can spend in a month, under the first rules and the second.
 *
 * @param place null for the limits of the environment.
 */
export async function exposureOfRules(
  [before, after]: readonly [RuleSet, RuleSet],
  timeZone: string,
  env: Environment,
  place: WorkspaceTerms | null,
): Promise<readonly string[]> {
  const found = await exposurePackage("Exposure").catch((error: unknown) => {
    if (isMissingPackageError(error)) return error.message;
    throw error;
  });
  if (typeof found === "string") return [found];
  const limits = place === null ? limitsFromEnv(env) : found.attackedLimits(place.limits);
  const standing = found.attackedStanding(place?.standing ?? []);
  const most = async (ruleSet: RuleSet): Promise<string> => {
    const terms = { attacker: "agent", horizon: "month", timeZone, now: Date.now() } as const;
    const { provedUsd } = await found.reportExposure({ ...terms, ruleSet, limits, standing });
    return provedUsd === null ? "no known amount" : `at most ${dollars(provedUsd)}`;
  };
  const [first, second] = [await most(before), await most(after)];
  return [`A hostile agent can spend ${second} in a month, and ${first} before the draft.`, ""];
}

export interface TestedExposure {
  readonly horizon: Horizon;
  readonly attacker: Attacker;
  readonly passed: boolean;
  readonly text: string;
}

/** Compares the proved bound, so that a test does not pass because a sequence was not found. */
export async function testExposure(
  { horizon, attacker, atMost }: ExpectedExposure,
  terms: Pick<Attack, "ruleSet" | "limits" | "timeZone">,
): Promise<TestedExposure> {
  const { reportExposure } = await exposurePackage("`exposure` in a test of rules");
  const attack = { ...terms, horizon, attacker, now: Date.now() };
  const { reachedUsd, provedUsd, boundBy } = await reportExposure(attack);
  const expected = Micros.toUsd(atMost);
  const who = attacker === "agent" ? "An agent without a person" : "An agent with one approver";
  const found = provedUsd === null ? "no bound is known" : `at most ${dollars(provedUsd)}`;
  return {
    horizon,
    attacker,
    passed: provedUsd !== null && provedUsd <= expected,
    text: `exposure.${horizon}: expected at most ${dollars(expected)}. ${who} can spend ${dollars(reachedUsd)}, and ${found} (${boundBy.join(", ")}).`,
  };
}

function exposurePackage(reason: string): Promise<typeof import("@agent-treasury/exposure")> {
  return optionalPackage(
    "@agent-treasury/exposure",
    reason,
    () => import("@agent-treasury/exposure"),
  );
}
