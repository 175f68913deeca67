import { screeningRules } from "@agent-treasury/screening";
import { describe, expect, it } from "vitest";
import { purchaseTable } from "../../packages/screening/src/table/purchase-table.fixture.ts";
import { judgedSpends } from "../../packages/treasury-core/src/features/screening/judged-spends.fixture.ts";
import {
  judgeThat,
  silent,
} from "../../packages/treasury-core/src/features/screening/test-judges.fixture.ts";

/** Every third purchase, or all. */
const purchases = purchaseTable.filter(
  (_, index) => process.env["TEST_LONG"] !== undefined || index % 3 === 0,
);

function unknown(): never {
  throw new Error("No such judge.");
}

describe("for every purchase of the table", () => {
  const gate = screeningRules();
  const statusBy = { safe: "executed", review: "pending", blocked: "denied" } as const;
  const usd = 0.01;

  const waiting = { ...statusBy, safe: "pending" } as const;
  const harmless = [
    [
      "finds everything safe",
      () => Promise.resolve({ verdict: "safe", reason: "Fine." }),
      statusBy,
    ],
    ["is down", silent["is down"] ?? unknown, waiting],
    ["never responds", silent["never responds"] ?? unknown, waiting],
  ] as const;

  it.each(harmless)(
    "a judge that %s leaves the screening verdict unchanged",
    async (_what, answer, statuses) => {
      const spends = judgedSpends(judgeThat(answer));
      const wrong = await Promise.all(
        purchases.map(async ({ spend }) => {
          const { verdict } = gate.screen(spend);
          const proposal = await spends.propose({ ...spend, usd });
          return proposal.verdict === verdict && proposal.status === statuses[verdict]
            ? []
            : [spend];
        }),
      );
      expect(wrong.flat()).toEqual([]);
    },
  );

  it("a judge with the verdict review or blocked makes no verdict milder", async () => {
    for (const said of ["review", "blocked"] as const) {
      const spends = judgedSpends(
        judgeThat(async () => ({ verdict: said, reason: "It looks odd." })),
        {},
        { timeoutMs: 60_000 },
      );
      const verdicts = await Promise.all(
        purchases.map(async ({ spend }) => [
          gate.screen(spend).verdict === "blocked" ? "blocked" : said,
          (await spends.propose({ ...spend, usd })).verdict,
        ]),
      );
      expect(verdicts.filter(([expected, verdict]) => expected !== verdict)).toEqual([]);
    }
  });
});
