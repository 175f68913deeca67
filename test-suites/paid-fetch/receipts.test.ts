import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  anvilBinary,
  permit2Requirements,
  requirementsOf,
  startChain,
  type TestChain,
  testNetwork,
} from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedSales } from "../../packages/executor-x402/src/signed-sales.fixture.ts";
import { type TestRail, testRail } from "../../packages/executor-x402/src/test-rail.fixture.ts";
import { x402Executor } from "../../packages/executor-x402/src/x402-executor.ts";
import { verifiedByPython } from "../../packages/receipts/src/python.fixture.ts";
import { verifyReceipt } from "../../packages/receipts/src/verify-receipt.ts";
import { skipWithoutPython } from "../python.ts";

describe.skipIf(anvilBinary === null)("the receipt of a payment by x402", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
    await chain.installPermit2();
  });
  afterAll(() => chain.stop());

  function open({ account, seller }: TestRail): Treasury {
    const networks = { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } } as const;
    const rpcUrls = { [testNetwork]: [chain.rpcUrl] };
    return createTreasury({
      autoApprovePayees: "any",
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
      recoverySeconds: false,
      receipts: { key: "0123456789abcdef".repeat(4) },
      executors: { executor: x402Executor({ account, rpcUrls, networks }) },
      outbound: seller.outbound,
      paidFetch: { origins: [seller.origin], maximumUsd: 1 },
    });
  }

  /** Buys from a seller that signs, and returns the receipt with what verifies it. */
  async function bought(requirements: ReturnType<typeof requirementsOf>, used: string | null) {
    const rail = await testRail(chain);
    await chain.approve(rail.account);
    const seller = await signedSales(rail.seller, requirements, used);
    const treasury = open(rail);
    const url = `${rail.seller.origin}/weather`;
    const { proposal } = await treasury.fetchPaid({ url, purpose: "weather", agentId: "buyer" });
    const proposalId = proposal?.id ?? "";
    const issued = async () => (await treasury.receipts.issue({ proposalId })).receipt;
    const receipt = await issued();
    return { treasury, rail, seller, issued, receipt, keys: await treasury.receipts.keys() };
  }

  it.each([
    ["EIP-3009", () => requirementsOf(chain), null],
    ["Permit2", () => permit2Requirements(chain, "exact"), null],
    ["upto", () => permit2Requirements(chain, "upto"), "300000"],
  ] as const)("shows what payer and payee signed by %s", async (_scheme, requirements, used) => {
    const { treasury, rail, seller, receipt, keys } = await bought(requirements(), used);
    const { problems, withheld, facts } = await verifyReceipt(receipt, keys);
    expect([problems, withheld]).toEqual([[], []]);
    expect(facts?.entries.map(({ amount }) => amount)).toEqual([`-${used ?? "500000"}`]);
    const signer = seller.address.toLowerCase();
    expect(facts?.payment).toMatchObject({
      authorization: {
        network: testNetwork,
        token: chain.token,
        from: rail.account.address,
        to: seller.address,
        value: "500000",
        isRecorded: true,
      },
      offer: { signer, isPayee: true },
      receipt: { signer, isPayee: true },
    });
    await treasury.close();
  });

  it("is verified by Python alike, whatever is withheld, and shows nothing after an erasure", async (test) => {
    skipWithoutPython(test);
    const sale = await bought(requirementsOf(chain), null);
    const { treasury, rail, seller, issued, receipt: whole, keys } = sale;
    const [jwt = "", ...disclosures] = whole.split("~").slice(0, -1);
    const without = (...names: string[]) =>
      [jwt, ...disclosures.filter((one) => !names.includes(nameOf(one))), ""].join("~");
    const parts = ["authorization", "offer", "receipt", "quote"];
    const receipts = [whole, ...parts.map((name) => without(name)), without(...parts)];
    const withheld = await Promise.all(
      receipts.map(async (receipt) => {
        const { valid, withheld: names } = await verifyReceipt(receipt, keys);
        expect(valid).toBe(true);
        return names;
      }),
    );
    expect(withheld.slice(0, 5)).toEqual([
      [],
      ["payment: authorization"],
      ["payment: offer"],
      ["payment: receipt"],
      ["quote", "payment: authorization"],
    ]);
    const answers = verifiedByPython(receipts, keys);
    expect(answers.map((answer) => answer.withheld)).toEqual(withheld);
    const signer = seller.address.toLowerCase();
    const authorization = rail.account.address.toLowerCase();
    expect(answers[0]).toMatchObject({
      signers: { authorization, offer: signer, receipt: signer },
    });

    await treasury.eraseText({ workspaceId: "demo", operator: "Ada" });
    const { facts } = await verifyReceipt(await issued(), keys);
    expect(facts?.payment).toBeNull();
    await treasury.close();
  });
});

function nameOf(disclosure: string): string {
  return JSON.parse(Buffer.from(disclosure, "base64url").toString())[1] as string;
}
