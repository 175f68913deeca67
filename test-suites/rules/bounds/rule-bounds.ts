import { Micros } from "@agent-treasury/provider";
import {
  type Allocation,
  checkAllocations,
  maximumGroups,
  readRuleSet,
  type WrittenRule,
} from "@agent-treasury/rules";
import type { TestFramework } from "@agent-treasury/testing";
import type { Operator, SpendProposal } from "../../../packages/treasury-core/src/domain.ts";
import type { RuleSubject } from "../rule-subject.ts";
import { type RuleWorld, ruleWorlds, tableClock } from "../table/rule-world.ts";
import { usd } from "../usd.ts";
import { allocationsChange } from "../workspace-commands.ts";
import { approversIn, headCounters, liveGroupsIn, sizeOf } from "./read-world.ts";

const monday = "2026-11-02T12:00:00Z";
const tuesday = "2026-11-03T12:00:00Z";

/** The bounds of rules and allocations in a workspace, at and beyond each. */
export function ruleBounds(framework: TestFramework, subject: RuleSubject): void {
  const { every = 1 } = subject;
  let tests = 0;
  const it: TestFramework["it"] = (title, test) => {
    tests += 1;
    // The last of each `every`, because the first tests have the most spends.
    if (tests % every === 0) framework.it(title, test);
  };
  everyBound({ ...framework, it }, subject);
}

function everyBound({ describe, it, expect }: TestFramework, { name, open }: RuleSubject): void {
  const inWorld = async (
    rules: readonly WrittenRule[],
    allocations: readonly Allocation[],
    body: (world: RuleWorld) => Promise<void>,
  ): Promise<void> => {
    const clock = tableClock();
    const opened = await open(clock.now);
    try {
      const world = await ruleWorlds(opened, clock).open(rules, allocations);
      world.setTime(monday);
      await body(world);
    } finally {
      await opened.close();
    }
  };

  describe(`bounds of rules on ${name}`, () => {
    const byVendor: WrittenRule = {
      id: "vendors",
      then: { limit: { amountUsd: 5, per: "day", by: "vendor" } },
    };

    it("2,000 groups count, and a new one fails until their windows end", () =>
      inWorld([byVendor], [], async (world) => {
        const pay = (vendor: string) => world.propose({ usd: 0.5, vendor });
        const first = await Promise.all(
          sequence(maximumGroups + 50).map((index) => pay(`v${index}`)),
        );
        expect(first.filter(({ status }) => status === "executed").length).toBe(maximumGroups);
        const refused = first.filter(({ status }) => status === "failed");
        expect(new Set(refused.map(groupless)).size).toBe(1);
        expect(groupless(refused[0])).toBe(
          "Denied by `vendors`: it already counts 2000 groups (rule_groups_exhausted).",
        );
        // Known groups continue.
        expect((await pay("v0")).status).toBe("executed");
        expect(await liveGroupsIn(world)).toBe(maximumGroups);
        world.setTime(tuesday);
        expect((await pay("another")).status).toBe("executed");
        expect(await liveGroupsIn(world)).toBe(1);
      }));

    it("vendors below one cent leave the groups to others, and share the limit", () =>
      inWorld([byVendor], [], async (world) => {
        const pay = (vendor: string, amount: number) => world.propose({ usd: amount, vendor });
        const tiny = await Promise.all(
          sequence(maximumGroups + 50).map((index) => pay(`v${index}`, 0.000001)),
        );
        expect(new Set(tiny.map(({ status }) => status))).toEqual(new Set(["executed"]));
        expect((await pay("another", 0.5)).status).toBe("executed");
        expect(await liveGroupsIn(world)).toBe(1);
        // Its amount leaves the shared group when it reaches one cent.
        expect((await pay("v0", 0.01)).status).toBe("executed");
        expect(await liveGroupsIn(world)).toBe(2);
      }));

    it("groups remain counted if a rule is removed and published again", () =>
      inWorld([byVendor], [], async (world) => {
        const pay = (vendor: string) => world.propose({ usd: 0.5, vendor });
        await Promise.all(sequence(maximumGroups).map((index) => pay(`v${index}`)));
        await world.publish([]);
        await world.publish([byVendor]);
        expect((await pay("another")).status).toBe("failed");
        expect((await pay("v0")).status).toBe("executed");
      }));

    it("200 allocations at depth 4 count a spend in the whole chain", () => {
      const tree = allocationsOf(200);
      checkAllocations(tree);
      expect(problemOf(() => checkAllocations(allocationsOf(201)))).toBe(
        "A workspace has at most 200 allocations. Archive one first.",
      );
      return inWorld([], tree, async (world) => {
        const pay = (allocationId: string, amount: number) =>
          world.propose({ usd: amount, allocationId });
        expect((await pay("a3", 6)).status).toBe("executed");
        // All are below the first, whose limit is $10.00.
        expect((await pay("a199", 4)).status).toBe("executed");
        expect((await pay("a0", 0.000001)).status).toBe("pending");
      });
    });

    it("an allocation at depth 5 is rejected, and not usable if it was stored", () => {
      const tree = allocationsOf(5, 5);
      expect(problemOf(() => checkAllocations(tree))).toBe(
        "The allocation `a4` is at depth 5. The maximum is 4.",
      );
      return inWorld([], [], async (world) => {
        await world.run(allocationsChange(tree));
        expect((await world.propose({ usd: 1, allocationId: "a3" })).status).toBe("executed");
        const deeper = await world.propose({ usd: 1, allocationId: "a4" }).catch(codeOf);
        expect(deeper).toBe("allocation_not_found");
      });
    });

    it("persons who may not approve do not make a pending spend larger", () => {
      const rule: WrittenRule = {
        id: "quorum",
        then: { requireApprovals: { count: 2, from: ["finance"], notProposer: true } },
      };
      return inWorld([rule], [], async (world) => {
        const proposal = await world.propose({ usd: 1, behind: "ada" });
        const before = await sizeOf(world, proposal);
        for (const approver of ["dan", "cyd", "ada", "dan"] as const) {
          expect((await world.approve(proposal, approver)).status).toBe("pending");
        }
        expect(await sizeOf(world, proposal)).toBe(before);
      });
    });

    const groups = ["finance", ...sequence(30).map((index) => `group-${10 + index}-of-people`)];
    const largest = (count: number): WrittenRule => ({
      id: "quorum",
      then: { requireApprovals: { count: 10, from: groups.slice(0, count), notProposer: true } },
    });

    const allocationId = longId(3);
    const longest = allocationsOf(4).map((one, index) => ({
      ...one,
      id: longId(index),
      parent: index === 0 ? null : longId(index - 1),
    }));

    it("the largest requirements and nine approvals keep a pending spend below 1 KiB beside its texts", () => {
      expect(problemOf(() => readRuleSet({ version: 1, rules: [largest(16)] }))).toBe(
        "The rule set has 367 bytes of distinct `requireApprovals`; the maximum is 350. Use fewer different ones, or fewer and shorter group names.",
      );
      return inWorld([largest(15)], longest, async (world) => {
        const proposal = await world.propose({ usd: 1, behind: "ada", allocationId });
        for (const index of sequence(9)) {
          await world.approveAs(proposal, financier(index), less(proposal, index));
          expect((await sizeOf(world, proposal)) < 1_024).toBe(true);
        }
        // The tenth completes it.
        expect((await world.approveAs(proposal, financier(9))).status).toBe("executed");
        expect(await approversIn(world)).toEqual(sequence(10).map((index) => financier(index).id));
      });
    });

    it("ten approvals keep a spend that is being paid below 1 KiB beside its texts", () =>
      inWorld([largest(15)], longest, async (world) => {
        const spend = { usd: 1, behind: "ada", allocationId, isHeld: true } as const;
        const proposal = await world.propose(spend);
        for (const index of sequence(10))
          await world.approveAs(proposal, financier(index), less(proposal, index));
        expect((await sizeOf(world, proposal)) < 1_024).toBe(true);
        expect((await world.capture(proposal, 1)).status).toBe("executed");
        expect(await approversIn(world)).toEqual(sequence(10).map((index) => financier(index).id));
      }));

    it("64 limits count in the head, also beside counters of removed ones", () => {
      const limits = sequence(64).map((index): WrittenRule => ({
        id: `limit-${index}`,
        then: {
          limit: {
            amountUsd: index === 63 ? 2 : 1_000,
            per: index % 2 ? "year" : { rollingHours: 24 },
          },
        },
      }));
      const one: WrittenRule = { id: "one-more", then: { limit: { count: 9, per: "day" } } };
      expect(problemOf(() => readRuleSet({ version: 1, rules: [...limits, one] }))).toBe(
        "The rule set has 65 limits with `per` and without `by` or `newPayees`; the maximum is 64. Combine limits, or count some with `by`.",
      );
      return inWorld(limits, [], async (world) => {
        expect((await world.propose({ usd: 2 })).status).toBe("executed");
        expect((await world.propose({ usd: 0.000001 })).status).toBe("pending");
        expect(await headCounters(world)).toBe(64);
        await world.publish(limits.map((rule) => ({ ...rule, id: `other-${rule.id}` })));
        expect((await world.propose({ usd: 2 })).status).toBe("executed");
        expect(await headCounters(world)).toBe(64);
      });
    });
  });
}

function longId(index: number): string {
  return `${"a".repeat(63)}${index}`;
}

function sequence(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

function groupless(proposal: SpendProposal | undefined): string | null {
  return proposal?.failure ?? null;
}

/** A chain down to the depth, and the others below the allocation above its end. */
function allocationsOf(count: number, depth = 4): readonly Allocation[] {
  return sequence(count).map((index) => ({
    id: `a${index}`,
    name: `Allocation ${index}`,
    parent: index === 0 ? null : `a${Math.min(index, depth - 1) - 1}`,
    limit: index === 0 ? { amount: usd(10), window: null } : null,
    endsAt: null,
    isArchived: false,
  }));
}

function financier(index: number): Operator {
  return {
    id: `${"0123456789abcdef".repeat(7)}-${index}`,
    name: "",
    verified: true,
    groups: ["finance", ...sequence(40).map((group) => `group ${group} of ${index}`)],
  };
}

function problemOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}

/** Each approver names another amount, as long as the proposed one. */
function less({ amount }: SpendProposal, index: number): Micros {
  return Micros.of(amount - BigInt(index) - 1n);
}
