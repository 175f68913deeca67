import { Micros, type Storage } from "@agent-treasury/provider";
import {
  type Allocation,
  noConditions,
  type Requirement,
  type RuleSet,
} from "@agent-treasury/rules";
import {
  allocationsToDoc,
  type Command,
  changesOn,
  type Engine,
  RuleSets,
  ruleSetsTerm,
} from "../../packages/treasury-core/src/domain.ts";
import { openHouse, usd } from "./house.ts";

export const workspaceId = "race";
const capital = usd(100_000);

/** Limits in micro-dollars of the rolling rules and the allocations, by id. */
export interface RuledLimits {
  readonly rolling: string;
  readonly vendor: string;
  readonly allocations: Readonly<Record<"company" | "team-a" | "team-b", string>>;
}

export const noRuledLimits: RuledLimits = {
  rolling: "90000000000",
  vendor: "90000000000",
  allocations: { company: "90000000000", "team-a": "90000000000", "team-b": "90000000000" },
};

export const quorum: Requirement = { count: 2, from: ["finance"], notProposer: true };

/** One process of a deployment with rolling limits, and a quorum for spends of at least $100. */
export function openRuledHouse(storage: Storage, limits: RuledLimits): Engine {
  const engine = openHouse(storage, capital);
  const fiveLimits = {
    maxSpendPerAction: usd(1_000),
    autoApproveUnder: usd(100),
    dailySpendCap: usd(90_000),
    minReserve: usd(0),
  };
  const ruleSets = new RuleSets(rulesOf(limits));
  const { policy } = engine;
  const ofFeatures = new Map([...policy.ofFeatures, ruleSetsTerm.with(ruleSets)]);
  return { ...engine, policy: { ...policy, limits: fiveLimits, ofFeatures } };
}

/** Creates the tree: two teams below a company. */
export function createTree({ allocations }: RuledLimits): Command<null> {
  const tree = Object.entries(allocations).map(([id, maximum]): Allocation => ({
    id,
    name: id,
    parent: id === "company" ? null : "company",
    limit: { amount: Micros.of(maximum), window: null },
    endsAt: null,
    isArchived: false,
  }));
  return {
    name: "create_allocations",
    reads: [],
    reduce: (ledger) => {
      const changes = changesOn(ledger, { put: [allocationsToDoc(tree, ledger.head.epoch)] });
      return { kind: "changed", answer: null, changes };
    },
  };
}

function counted(id: string, maximum: string, by: "vendor" | null): RuleSet["rules"][number] {
  return {
    id,
    when: noConditions,
    then: {
      kind: "limit",
      limit: {
        measure: { kind: "amount", maximum: Micros.of(maximum) },
        counts: "all",
        window: { kind: "rolling", hours: 24 },
        by,
        atProposal: "deny",
      },
    },
    message: null,
  };
}

export function rulesOf({ rolling, vendor }: RuledLimits): RuleSet {
  return {
    rules: [
      counted("rolling", rolling, null),
      counted("vendor-rolling", vendor, "vendor"),
      {
        id: "quorum",
        when: { ...noConditions, amount: { from: usd(100), below: null } },
        then: { kind: "requireApprovals", requirement: quorum },
        message: null,
      },
    ],
  };
}
