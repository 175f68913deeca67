import type { TestFramework } from "@agent-treasury/testing";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import type { OpenedStorage } from "../../histories/treasury-histories.ts";
import type { RuleSubject } from "../rule-subject.ts";
import { ruleRows } from "./rule-table.ts";
import { type RuleWorlds, ruleWorlds, tableClock } from "./rule-world.ts";
import { runRuleCase } from "./run-rule-case.ts";

/**
 * Shows every rule type through the commands of the core: at its limit, just below and just beyond.
 * The rules are published, and once more the default of the deployment.
 */
export function ruleTableSuite(
  { describe, it, expect }: TestFramework,
  { name, open, every = 1 }: RuleSubject,
): void {
  const clock = tableClock();
  let opened: OpenedStorage | undefined;
  let worlds: RuleWorlds | undefined;
  const openWorlds = async (): Promise<RuleWorlds> => {
    opened ??= await open(clock.now);
    worlds ??= ruleWorlds(opened, clock);
    return worlds;
  };

  describe(`the rule types on ${name}`, () => {
    const rows = ruleRows.filter((_, index) => index % every === 0);
    for (const { type, title, rules, allocations, cases } of rows) {
      it(`${type}: ${title}`, async () => {
        const { open: openWorld } = await openWorlds();
        const expected: string[] = [];
        const found: string[] = [];
        for (const as of ["published", "default"] as const) {
          for (const one of cases) {
            clock.jump(Date.UTC(2025, 5, 1) - clock.now());
            const world = await openWorld(rules, allocations, as);
            expected.push(`${one.name}, ${as}: ${one.outcome}`);
            found.push(`${one.name}, ${as}: ${await runRuleCase(world, one)}`);
          }
        }
        expect(found).toEqual(expected);
      });
    }

    it("every workspace's chain verifies", async () => {
      const { workspaceIds } = await openWorlds();
      const [storage] = opened?.storages ?? [];
      const problems: (string | null)[] = [];
      for (const id of workspaceIds) {
        if (storage !== undefined) problems.push((await verifyChain(storage, id)).problem);
      }
      await opened?.close();
      expect(problems.filter((problem) => problem !== null)).toEqual([]);
    });
  });
}
