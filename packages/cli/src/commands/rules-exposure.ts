import type { ComputedExposure, ExposureQuestion, WrittenRuleSet } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { knownRails, type RuleSet, ruleSetToJson } from "@agent-treasury/rules";
import type { ExpectedExposure, RuleTests } from "@agent-treasury/rules/yaml";
import {
  type Environment,
  isMissingPackageError,
  readSettings,
  type Settings,
} from "@agent-treasury/server";
import { optionalPackage } from "@agent-treasury/server/parts";
import type { Treasury } from "@agent-treasury/treasury-core";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { allPages } from "./all-pages.ts";
import { databaseOption, type Given, type Run } from "./command.ts";
import { dollars } from "./dollars.ts";
import { inAnyWorkspace } from "./in-workspace.ts";
import type { Output } from "./output.ts";
import { readDraft } from "./rule-file.ts";
import { timeZoneOf, timeZoneOption } from "./rules-replay.ts";
import { fullId } from "./short-ids.ts";
import { usdOf } from "./spend-options.ts";
import { tableLines } from "./table.ts";

type Attacker = ExposureQuestion["attacker"];
type Horizon = ExposureQuestion["horizon"];

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

/** A treasury whose limits, allocations, payees and standing approvals an exposure reads. */
export interface ExposedPlace {
  readonly treasury: Treasury;
  readonly workspaceId: string;
  readonly timeZone: string;
  readonly settings: Settings;
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

type Leaked = Pick<
  NonNullable<ExposureQuestion["credential"]>,
  "agentId" | "name" | "allocationId" | "expiresAt"
>;

async function credentialIn(
  { treasury, workspaceId }: ExposedPlace,
  given: string | undefined,
): Promise<Leaked | null> {
  if (given === undefined) return null;
  const all = await allPages(
    (page) => treasury.credentials.list({ workspaceId, ...page }),
    "credentials",
  );
  const valid = all.filter(
    ({ role, revokedAt, expiresAt }) =>
      role === "agent" &&
      revokedAt === null &&
      (expiresAt === null || Date.parse(expiresAt) > Date.now()),
  );
  const id = fullId(
    given,
    valid.map((one) => one.id),
  );
  const found = valid.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new CommandError(
    `${workspaceId} has no valid credential ${JSON.stringify(given)} of an agent. Run: agents list`,
  );
}

interface Terms {
  readonly attacker: Attacker;
  readonly agent?: string | undefined;
  readonly balanceUsd?: number | undefined;
  readonly credential: Leaked | null;
}

/** A rail of the deployment that this program does not know. */
const otherRail = "another-rail";

/** Nothing is spent yet. */
async function questionIn(
  { treasury, workspaceId, timeZone, settings }: ExposedPlace,
  rules: WrittenRuleSet,
  { attacker, agent, balanceUsd, credential }: Terms,
): Promise<Omit<ExposureQuestion, "horizon">> {
  const { limits: usage } = await treasury.rules.current({ workspaceId });
  const { standingApprovals: standing } = await treasury.standingApprovals.list({ workspaceId });
  const { allocations } = await treasury.allocations.list({ workspaceId });
  const known = await allPages((page) => treasury.payees.list({ workspaceId, ...page }), "payees");
  const payees = known.flatMap(({ name, rails }) =>
    rails.map(({ rail, maximumUsd }) => ({ name, rail, maximumUsd })),
  );
  const named = rules.rules.flatMap(({ when }) => when?.rails ?? []);
  const rails = [...knownRails, otherRail, ...named, ...payees.map(({ rail }) => rail)];
  const external = [...new Set(rails)].filter((rail) => rail !== "ledger");
  const listed = (settings.paidFetch?.origins ?? []).flatMap((name) =>
    external.map((rail) => ({ name, rail, maximumUsd: null })),
  );
  const isAnyPayable = settings.autoApprovePayees === "any";
  return {
    attacker,
    start: "empty",
    rules,
    rails: ["ledger", ...external],
    usage,
    standing,
    allocations,
    agentId: agent ?? null,
    credential: credential && {
      ...credential,
      payees: isAnyPayable ? null : [...payees, ...listed],
    },
    balanceUsd: balanceUsd ?? null,
    timeZone,
    now: Date.now(),
  };
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

export interface TestedExposure {
  readonly horizon: Horizon;
  readonly attacker: Attacker;
  readonly passed: boolean;
  readonly text: string;
}

/** Compares the proved bound, so that a test does not pass because a sequence was not found. */
export async function testExposure(
  { exposure: expected, workspace }: Pick<RuleTests, "exposure" | "workspace">,
  rules: RuleSet,
  timeZone: string,
  env: Environment,
): Promise<readonly TestedExposure[]> {
  if (expected.length === 0) return [];
  const compute = await computation("`exposure` in a test of rules");
  const settings = readSettings(env);
  const tested: TestedExposure[] = [];
  const test: Work = async (treasury, workspaceId) => {
    for (const one of workspace.allocations)
      await treasury.allocations.set({ workspaceId, ...one });
    for (const one of workspace.payees) await treasury.payees.add({ workspaceId, ...one });
    const place = { treasury, workspaceId, timeZone, settings };
    for (const { horizon, atMost, ...one } of expected) {
      const terms = { ...one, credential: leakedFor(one.credential) };
      const question = await questionIn(place, ruleSetToJson(rules), terms);
      const found = await compute({ ...question, horizon });
      tested.push(testedExposure({ horizon, atMost, ...one }, found));
    }
  };
  await inAnyWorkspace({ options: {}, env }, timeZone, test, { settings });
  return tested;
}

function leakedFor(credential: ExpectedExposure["credential"]): Leaked | null {
  if (credential === undefined) return null;
  const { agent, allocation = null, expiresInDays } = credential;
  const end = expiresInDays === undefined ? null : Date.now() + expiresInDays * 86_400_000;
  return {
    agentId: agent,
    name: agent,
    allocationId: allocation,
    expiresAt: end === null ? null : new Date(end).toISOString(),
  };
}

function testedExposure(
  { horizon, attacker, agent = "An agent", credential, atMost }: ExpectedExposure,
  { reachedUsd, provedUsd, boundBy }: ComputedExposure,
): TestedExposure {
  const expected = Micros.toUsd(atMost);
  const subject = credential === undefined ? agent : `The leaked credential of ${credential.agent}`;
  const means = attacker === "agent" ? "without a person" : "with one approver";
  const found = provedUsd === null ? "no bound is known" : `at most ${dollars(provedUsd)}`;
  return {
    horizon,
    attacker,
    passed: provedUsd !== null && provedUsd <= expected,
    text: `exposure.${horizon}: expected at most ${dollars(expected)}. ${subject} ${means} can spend ${dollars(reachedUsd)}, and ${found} (${boundBy.join(", ")}).`,
  };
}

type Compute = typeof import("@agent-treasury/exposure").computeExposure;

async function computation(reason: string): Promise<Compute> {
  const { computeExposure } = await optionalPackage(
    "@agent-treasury/exposure",
    reason,
    () => import("@agent-treasury/exposure"),
  );
  return computeExposure;
}
