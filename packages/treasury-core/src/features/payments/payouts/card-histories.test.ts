import type { Proposal } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type CardWorld, cardWorld, usd, workspaceId } from "./card-world.fixture.ts";

/** What a card network reports. Ids repeat, as events do. */
type Step =
  | { readonly kind: "capture"; readonly id: number; readonly isOpen: boolean }
  | { readonly kind: "refund" | "authorize" | "end"; readonly id: number }
  | { readonly kind: "release" | "recover" | "buy" };

const idArbitrary = fc.integer({ min: 1, max: 5 });
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("capture"), id: idArbitrary, isOpen: fc.boolean() }),
  fc.record({ kind: fc.constantFrom("refund", "authorize", "end"), id: idArbitrary }),
  fc.record({ kind: fc.constantFrom("release", "recover", "buy") }),
);

/** Amounts differ by id, so that a movement that counts twice is found. */
const captureUsd = (id: number): number => 2 ** id;
const refundUsd = (id: number): number => 2 ** id / 4;

interface Expected {
  readonly captured: Set<number>;
  readonly refunded: Set<number>;
}

async function take(world: CardWorld, spend: Proposal, step: Step, expected: Expected) {
  switch (step.kind) {
    case "capture":
      expected.captured.add(step.id);
      return world.capture(spend, `c${step.id}`, captureUsd(step.id), step.isOpen);
    case "refund":
      expected.refunded.add(step.id);
      return world.refund(spend, `r${step.id}`, refundUsd(step.id));
    case "authorize": {
      const ids = { workspaceId, proposalId: spend.id, reference: "card_1" };
      return world.ask({ ...ids, authorizationId: `a${step.id}`, amount: usd(step.id * 4) });
    }
    case "end":
      return world.notice(spend, {
        kind: "authorization_ended",
        authorizationId: `a${step.id}`,
      });
    case "release":
      return world.notice(spend, { kind: "released", reason: "The card was closed." });
    case "recover":
      world.clock.advance(3_600_000);
      return world.treasury.recover();
    case "buy":
      return world.buy();
  }
}

function sumOf(ids: Iterable<number>, amountOf: (id: number) => number): number {
  return [...ids].reduce((sum, id) => sum + amountOf(id), 0);
}

function restOf({ amountUsd, capturedUsd }: Proposal): bigint {
  return Micros.subtract(usd(amountUsd), usd(capturedUsd));
}

async function holds(steps: readonly Step[]): Promise<void> {
  const world = cardWorld();
  const spend = await world.buy();
  const expected: Expected = { captured: new Set(), refunded: new Set() };
  for (const step of steps) {
    await take(world, spend, step, expected);
    // Verifies the records as well.
    const { balance, held, expense, allocated } = await world.money();
    const captured = sumOf(expected.captured, captureUsd);
    const refunded = sumOf(expected.refunded, refundUsd);
    expect(expense).toBe(captured - refunded);
    expect(balance).toBe(1_000 - expense);
    expect(allocated).toEqual([captured + held, held]);
    const { proposals } = await world.treasury.state(workspaceId);
    const rests = proposals.filter(({ status }) => status === "approved").map(restOf);
    expect(usd(held)).toBe(rests.reduce((sum, rest) => sum + rest, 0n));
    expect(rests.every((rest) => rest > 0n)).toBe(true);
  }
  await world.treasury.close();
}

it("any order of captures, refunds and releases counts each once, and holds the rest", async () => {
  const history = fc.array(stepArbitrary, { minLength: 1, maxLength: 14 });
  await fc.assert(fc.asyncProperty(history, holds), {
    numRuns: process.env["TEST_LONG"] === "1" ? 2_000 : 60,
  });
});
