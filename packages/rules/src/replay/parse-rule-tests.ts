import type { AllocationRequest, PayeeAddition } from "@agent-treasury/contract";
import { type Micros, TreasuryError } from "@agent-treasury/provider";
import { parse } from "yaml";
import * as z from "zod";
import { microsOf } from "../rule-set/written-usd.ts";
import type { ExampleOutcome, ExampleSpend, RuleExample } from "./run-example.ts";

/** An example with its expected outcome. */
export interface ExpectedExample extends RuleExample {
  readonly name: string;
  readonly expected: ExampleOutcome;
  /** Persons that must approve it; undefined for any number. */
  readonly approvals?: number;
}

const maximumBytes = 1_048_576;
const defaultAvailable = microsOf(1_000_000);

const usd = z.union([z.number(), z.string().regex(/^\d+(?:\.\d{1,6})?$/)]);

const spend = z.strictObject({
  amountUsd: usd,
  vendor: z.string(),
  category: z.string().optional(),
  agent: z.string().default("agent"),
  allocations: z.array(z.string()).default([]),
  rail: z.string().default("ledger"),
  at: z.iso.datetime({ offset: true }).optional(),
});

const expectedExposure = z.strictObject({
  atMost: usd,
  attacker: z.enum(["agent", "approver"]).default("agent"),
  agent: z.string().optional(),
  credential: z
    .strictObject({
      agent: z.string(),
      allocation: z.string().optional(),
      expiresInDays: z.number().positive().optional(),
    })
    .optional(),
});

/** A treasury checks the values as those of its operations. */
const workspace = z.strictObject({
  allocations: z
    .array(
      z.strictObject({
        id: z.string(),
        parent: z.string().optional(),
        limitUsd: z.number().optional(),
        per: z.custom<NonNullable<AllocationRequest["per"]>>().optional(),
        endsAt: z.string().optional(),
      }),
    )
    .default([]),
  payees: z
    .array(
      z.strictObject({ vendor: z.string(), amountUsd: z.number(), rail: z.string().optional() }),
    )
    .default([]),
});

const horizons = ["day", "week", "month", "year"] as const;

const examplesSchema = z.strictObject({
  workspace: workspace.prefault({}),
  exposure: z.partialRecord(z.enum(horizons), expectedExposure).default({}),
  examples: z
    .array(
      z.strictObject({
        name: z.string(),
        earlier: z.array(spend).default([]),
        spend,
        availableUsd: usd.optional(),
        expect: z.enum(["denied", "waits", "automatic", "allowed"]),
        approvals: z.number().int().min(1).optional(),
      }),
    )
    .default([]),
});

/** The maximum that a file of examples expects of an exposure. */
export interface ExpectedExposure {
  readonly horizon: (typeof horizons)[number];
  /** `agent`: no person approves anything. `approver`: one person approves everything. */
  readonly attacker: "agent" | "approver";
  /** Undefined for the agent that can spend most. */
  readonly agent?: string | undefined;
  /** A leaked credential of an external agent. Undefined for an agent that a person can instruct. */
  readonly credential?: ExpectedCredential | undefined;
  readonly atMost: Micros;
}

export interface ExpectedCredential {
  readonly agent: string;
  readonly allocation?: string | undefined;
  readonly expiresInDays?: number | undefined;
}

/** What a workspace has beside its rules: those above another allocation come first. */
export interface TestedWorkspace {
  readonly allocations: readonly Omit<AllocationRequest, "workspaceId">[];
  readonly payees: readonly Omit<PayeeAddition, "workspaceId">[];
}

export interface RuleTests {
  readonly examples: readonly ExpectedExample[];
  readonly exposure: readonly ExpectedExposure[];
  readonly workspace: TestedWorkspace;
}

/**
 * Reads examples and expected exposures in YAML.
 *
 * @param now time of spends without `at`.
 * @throws TreasuryError `invalid_request` with one line for each problem.
 */
export function parseRuleTests(text: string, now: number): RuleTests {
  if (text.length > maximumBytes) throw invalid(["The examples have more than 1 MiB."]);
  const read = examplesSchema.safeParse(dataOf(text));
  if (!read.success) {
    throw invalid(
      read.error.issues.map(({ path, message }) => `\`${path.join(".")}\`: ${message}.`),
    );
  }
  const examples = read.data.examples.map(
    ({ name, earlier, spend: judged, expect, ...others }): ExpectedExample => ({
      name,
      earlier: earlier.map((one) => spendOf(one, now)),
      spend: spendOf(judged, now),
      available:
        others.availableUsd === undefined ? defaultAvailable : microsOf(others.availableUsd),
      expected: expect,
      ...(others.approvals !== undefined && { approvals: others.approvals }),
    }),
  );
  const exposure = horizons.flatMap((horizon): ExpectedExposure[] => {
    const expected = read.data.exposure[horizon];
    if (expected === undefined) return [];
    return [{ ...expected, horizon, atMost: microsOf(expected.atMost) }];
  });
  return { examples, exposure, workspace: read.data.workspace };
}

function spendOf(written: z.output<typeof spend>, now: number): ExampleSpend {
  const { amountUsd, vendor, category = null, agent, allocations, rail, at } = written;
  return {
    amount: microsOf(amountUsd),
    vendor,
    category,
    agentId: agent,
    allocations,
    rail,
    at: at === undefined ? now : Date.parse(at),
  };
}

function dataOf(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw invalid([`The examples cannot be read: ${(error as Error).message}.`]);
  }
}

function invalid(problems: readonly string[]): TreasuryError {
  return new TreasuryError("invalid_request", problems.slice(0, 50).join("\n"));
}
