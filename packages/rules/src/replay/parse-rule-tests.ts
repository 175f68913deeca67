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
});

const horizons = ["day", "week", "month", "year"] as const;

const examplesSchema = z.strictObject({
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
  readonly atMost: Micros;
}

export interface RuleTests {
  readonly examples: readonly ExpectedExample[];
  readonly exposure: readonly ExpectedExposure[];
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
    const { atMost, attacker } = expected;
    return [{ horizon, attacker, atMost: microsOf(atMost) }];
  });
  return { examples, exposure };
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
