import type { Micros } from "@agent-treasury/provider";
import { bestSequence, replaySequence } from "./attack-sequence.ts";
import type { Attack } from "./attack.ts";
import type { AttackSpend } from "./attacked-workspace.ts";
import { limitRows } from "./limit-rows.ts";
import { highsSolver, provedBound, type Solver, type Solution } from "./linear-program.ts";
import { classesOf } from "./spend-classes.ts";
import { agentsOf } from "./spend-values.ts";

/** The most that an attacker can spend in a horizon. */
export interface Exposure {
  /** What `sequence` spends, evaluated by the rules themselves. */
  readonly reached: Micros;
  /** No sequence spends more. Null if the rules are too many to prove a bound. */
  readonly proved: Micros | null;
  readonly sequence: readonly AttackSpend[];
  /** The rules and limits that determine the bound. */
  readonly boundBy: readonly string[];
  readonly agentId: string;
}

/** What no rule bounds, beside the number. */
export const notBounded: readonly string[] = [
  "captures above the approved amount, and captures without a hold",
  "overruns of a meter between two reports",
  "payments that were not requested through the treasury",
  "amounts that were approved before: open holds and tabs",
];

/**
 * Returns the most that an attacker can spend: a sequence that the evaluator of the rules accepts, and
 * an upper bound from a linear program over the rules' own conditions. The solver is not trusted: the
 * bound is computed in integers from its dual values, and wrong ones give a larger bound.
 *
 * @example
 * const { reached, proved } = await exposureOf({
 *   ruleSet: { rules: [] },
 *   limits,
 *   attacker: "agent",
 *   horizon: "day",
 *   timeZone: "UTC",
 *   now: Date.now(),
 * });
 */
export async function exposureOf(attack: Attack, solver?: Solver): Promise<Exposure> {
  const solve = solver ?? (await highsSolver());
  let worst: Exposure | null = null;
  for (const { id, rules } of agentsOf(attack)) {
    const exposure = await exposureOfAgent(attack, id, rules, solve);
    if (worst === null || isWorse(exposure, worst)) worst = exposure;
  }
  return worst ?? nothing("agent");
}

function isWorse(one: Exposure, other: Exposure): boolean {
  if (one.proved === null || other.proved === null) return other.proved !== null;
  return one.proved > other.proved || (one.proved === other.proved && one.reached > other.reached);
}

function nothing(agentId: string): Exposure {
  const none = 0n as Micros;
  return { reached: none, proved: none, sequence: [], boundBy: [], agentId };
}

async function exposureOfAgent(
  attack: Attack,
  agentId: string,
  agent: bigint,
  solve: Solver,
): Promise<Exposure> {
  const classes = classesOf(attack, agentId, agent);
  if (classes === null) return { ...nothing(agentId), proved: null };
  if (classes.length === 0) return nothing(agentId);
  const rows = limitRows(attack, classes);
  const solution = await solve(classes, rows).catch((): Solution => ({
    amounts: classes.map(() => 1e12),
    duals: [],
  }));
  const proved = provedBound(classes, rows, solution.duals);
  const spends = bestSequence(attack, classes, rows, solution, proved);
  const binding = rows.filter((_, index) => (solution.duals[index] ?? 0) > 1e-9);
  return {
    reached: replaySequence(attack, spends),
    proved,
    sequence: spends,
    boundBy: [...new Set(binding.map(({ source }) => source))],
    agentId,
  };
}
