import { skipWithoutPython } from "test-suites/python";
import { describe, expect, it } from "vitest";
import { verifiedByPython } from "./python.fixture.ts";
import type { KeySet } from "./receipt-report.ts";
import { pay, receiptTreasury } from "./receipts.fixture.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const { TEST_LONG } = process.env;
const histories = TEST_LONG === undefined ? 5 : 1_000;
// A limit for a history that hangs.
const timeout = 14_400_000;
const receiptsOfEachByte = TEST_LONG === undefined ? 1 : Number(process.env["RECEIPTS"] ?? 1_000);
/** Bytes to change in each receipt of the other test. */
const changesInEach = TEST_LONG === undefined ? 4 : 40;

const vendors = [
  "Namecheap",
  "Hetzner Online",
  "Café Zoë",
  "東京電力",
  '\u2028 "quoted" \\ é',
  "AWS",
];

/** A reproducible sequence of numbers from 0 to below `limit`. */
function numbers(seed: number): (limit: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % limit;
  };
}

interface History {
  readonly keys: KeySet;
  readonly receipts: readonly string[];
}

/** Spends, denials, resets, changes of limits and erasures in a random order. */
async function history(seed: number): Promise<History> {
  const random = numbers(seed);
  const treasury = receiptTreasury();
  const receipts: string[] = [];
  const spent: string[] = [];
  const steps = 3 + random(8);
  for (let step = 0; step < steps; step += 1) {
    const vendor = vendors[random(vendors.length)] as string;
    const amountUsd = (1 + random(4_000)) / 100;
    const kind = random(10);
    if (kind === 0) await treasury.reset({ operator: "Ada" });
    else if (kind === 1 && spent.length > 0)
      await treasury.eraseText({ workspaceId: "demo", operator: "Ada" });
    else if (kind === 2) {
      const request = { agentId: "buyer", amountUsd: 15, vendor, purpose: `denied ${step}` };
      const { proposal } = await treasury.propose(request);
      const decision = { proposalId: proposal.id, decision: "deny", operator: "Bo" } as const;
      if (proposal.status === "pending") await treasury.decide(decision);
    } else {
      const purpose = `purpose ${step} ${"ü".repeat(random(5))}`;
      const category = random(2) === 0 ? { category: "tools" } : {};
      spent.push(await pay(treasury, amountUsd, { vendor, purpose, ...category }));
    }
  }
  for (const proposalId of spent) {
    const { proposal } = await treasury.proposal({ proposalId });
    if (proposal.status !== "executed") continue;
    receipts.push((await treasury.receipts.issue({ proposalId })).receipt);
  }
  const keys = await treasury.receipts.keys();
  await treasury.close();
  return { keys, receipts };
}

function withOtherByte(text: string, at: number, random: (limit: number) => number): string {
  const alphabet = "ABCabc019-_.~ \n=";
  const others = alphabet.split("").filter((character) => character !== text[at]);
  return text.slice(0, at) + others[random(others.length)] + text.slice(at + 1);
}

describe("receipts of random histories", () => {
  it(
    "are valid for both verifiers, and no byte of them can be changed",
    { timeout },
    async (test) => {
      skipWithoutPython(test);
      const all: History[] = [];
      const random = numbers(7);
      for (let seed = 1; seed <= histories; seed += 1) {
        const made = await history(seed);
        all.push(made);
        for (const receipt of made.receipts) {
          expect(await verifyReceipt(receipt, made.keys)).toMatchObject({
            valid: true,
            problems: [],
          });
          for (let change = 0; change < changesInEach; change += 1) {
            const changed = withOtherByte(receipt, random(receipt.length), random);
            expect((await verifyReceipt(changed, made.keys)).valid).toBe(false);
          }
        }
      }
      const keys = { keys: all.flatMap((each) => each.keys.keys) };
      const receipts = all.flatMap((each) => each.receipts);
      expect(receipts.length).toBeGreaterThan(histories * 2);
      const answers = verifiedByPython(receipts, keys);
      expect(answers.filter(({ valid }) => !valid)).toEqual([]);
      expect(answers.length).toBe(receipts.length);
      const changed = receipts.map((receipt) =>
        withOtherByte(receipt, random(receipt.length), random),
      );
      // A line break would begin another receipt.
      const lines = changed.map((receipt) => receipt.replaceAll("\n", " "));
      expect(verifiedByPython(lines, keys).filter(({ valid }) => valid)).toEqual([]);
    },
  );

  it("reject a change of each single byte", { timeout }, async () => {
    const random = numbers(11);
    let [checked, bytes] = [0, 0];
    for (let seed = 1; checked < receiptsOfEachByte; seed += 1) {
      const { receipts, keys } = await history(seed);
      for (const receipt of receipts.slice(0, receiptsOfEachByte - checked)) {
        const changed = Array.from(receipt, (_, at) => withOtherByte(receipt, at, random));
        checked += 1;
        bytes += changed.length;
        expect((await verifyReceipt(receipt, keys)).valid).toBe(true);
        const reports = await Promise.all(changed.map((each) => verifyReceipt(each, keys)));
        expect(reports.flatMap(({ valid }, at) => (valid ? [at] : []))).toEqual([]);
      }
    }
    if (TEST_LONG !== undefined) console.info(`${bytes} bytes of ${checked} receipts`);
  });
});
