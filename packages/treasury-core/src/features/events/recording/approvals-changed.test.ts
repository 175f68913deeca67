import { readRuleSet } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { testTreasury } from "../../../create/test-treasury.fixture.ts";
import type { Operator } from "../../../kernel/ledger/operator.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { withdrawal } from "../../inbox/withdraw-approval.ts";
import { eventsIn, kindOf, testRecorder } from "./recorded-events.fixture.ts";

const rules = readRuleSet({
  version: 1,
  rules: [{ id: "three", then: { requireApprovals: { count: 3 } } }],
});

/** With many groups, approvals are stored beside the proposal. */
function person(name: string, groups: number): Operator {
  const list = Array.from({ length: groups }, (_, index) => `group ${index}`);
  return { id: name, name, verified: true, groups: list };
}

describe.each([
  ["in the proposal", 0],
  ["beside the proposal", 50],
])("approvals %s", (_where, groups) => {
  it("have an event when one is added or withdrawn, until the last one", async () => {
    const recorder = testRecorder({ hasConsumers: () => true, reports: false });
    const treasury = testTreasury({ recorder, rules, startingCapital: dollars(200) });
    const { storage } = treasury.engine;
    const { id } = await treasury.propose();
    const kinds = async (): Promise<string[]> =>
      (await eventsIn(storage, "acme")).map(kindOf).slice(1);
    await treasury.approve(id, person("ada", groups));
    await treasury.approve(id, person("ben", groups));
    expect(await kinds()).toEqual(["approvalsChanged", "approvalsChanged"]);
    await treasury.approve(id, person("ben", groups));
    expect(await kinds()).toHaveLength(2);
    await treasury.run(withdrawal(id, person("ben", groups)));
    expect(await kinds()).toHaveLength(3);
    await treasury.approve(id, person("ben", groups));
    await treasury.approve(id, person("cal", groups));
    const changed = "approvalsChanged";
    const ends = ["approve by person", "proposalExecuted"];
    expect(await kinds()).toEqual([changed, changed, changed, changed, ...ends]);
  });
});
