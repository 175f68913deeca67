import { expect, it } from "vitest";
import { dollars, morning } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { compareRail } from "./compare-rail.ts";
import { payingAccount } from "./paying-account.fixture.ts";
import type { RecordedCapture } from "./recorded-captures.ts";

it("expects no movement of a capture that was taken back", () => {
  const rail = { executor: payingAccount(() => morning).executor, lowBalance: null };
  const capture: RecordedCapture = {
    id: "capture_1",
    amount: dollars(5),
    at: morning,
    workspaceId: "acme",
    proposalId: "prop_1",
    decidedAt: morning,
    rail: "account",
    isReversed: false,
  };
  const period = { held: [], from: morning, until: morning };
  const kinds = (isReversed: boolean) =>
    compareRail(rail, [], [{ ...capture, isReversed }], period).findings.map(({ kind }) => kind);
  expect([kinds(false), kinds(true)]).toEqual([["not_moved"], []]);
});
