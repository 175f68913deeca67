import { Micros } from "@agent-treasury/provider";
import { memoryStorage } from "../../memory.ts";
import { type Contents, contentsOf } from "./edited-storage.fixture.ts";
import type { Posting } from "./posting.ts";
import { append, dollars, morning, openEpoch, testCommitter } from "./test-ledger.fixture.ts";

/** An auto-approved expense of three dollars. */
export const expense: Posting = {
  type: "expense",
  amount: Micros.negate(dollars(3)),
  description: "Acme: servers",
  proposalId: "proposal-1",
  decision: {
    operator: "Ada",
    operatorVerified: true,
    autoApproved: true,
    decidedAt: morning,
    vendor: "Acme",
    amount: dollars(3),
    limits: ["50000000", "10000000", "100000000", "20000000"],
  },
  salt: "c3".repeat(16),
};

/** Two epochs with three and five entries. `first` edits the first entry. */
export async function twoEpochs(first: Partial<Posting> = {}): Promise<Contents> {
  const storage = memoryStorage();
  const { committer } = testCommitter(storage);
  const run = (posting: Partial<Posting>): Promise<bigint> =>
    committer.run("acme", append(posting));
  await run({ amount: dollars(40), reference: "payment-1", ...first });
  await run(expense);
  await run({ type: "revenue", amount: dollars(5) });
  await committer.run("acme", openEpoch(dollars(7)));
  await run({ amount: dollars(100), reference: "payment-2" });
  await run(expense);
  await run({ ...expense, amount: Micros.negate(dollars(8)) });
  await run({ ...expense, amount: dollars(2), reversalOf: "entry_2_5" });
  await run({ amount: Micros.negate(dollars(10)), reference: "refund-1", reversalOf: "entry_2_4" });
  return contentsOf(storage, "acme");
}

/** Fields of an entry that may be erased. */
export const erasable: readonly string[] = [
  "body.description.text",
  "body.decision.operator.text",
  "body.decision.vendor.text",
];
