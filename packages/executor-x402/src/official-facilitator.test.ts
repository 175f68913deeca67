import { anvilBinary, type TestChain, startChain, testFacilitator } from "evm-for-tests";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizationOf } from "./test-payment.fixture.ts";

// These tests pin what the executor relies on. The README lists the results.
describe.skipIf(anvilBinary === null)("the facilitator of @x402/evm", () => {
  let chain: TestChain;
  let account: LocalAccount;
  beforeAll(async () => {
    chain = await startChain();
    account = privateKeyToAccount(generatePrivateKey());
    await chain.mint(account.address, 100_000_000n);
  });
  afterAll(() => chain.stop());

  it.each([
    ["ends in 5 s", 5, "invalid_exact_evm_payload_authorization_valid_before"],
    ["ends in 10 s", 10, undefined],
    ["ends long after maxTimeoutSeconds", 3_600, undefined],
  ])("verifies an authorization that %s", async (_title, seconds, reason) => {
    const { payload, requirements } = await authorizationOf(chain, account, seconds);
    const { isValid, invalidReason } = await testFacilitator(chain).verify(payload, requirements);
    expect([isValid, invalidReason]).toEqual([reason === undefined, reason]);
  });

  it("settles once, and refuses the settled payload afterwards", async () => {
    const { payload, requirements } = await authorizationOf(chain, account, 60);
    const facilitator = testFacilitator(chain);
    expect((await facilitator.settle(payload, requirements)).success).toBe(true);
    for (const other of [facilitator, testFacilitator(chain)]) {
      const { success, errorReason, transaction } = await other.settle(payload, requirements);
      expect([success, errorReason, transaction]).toEqual([
        false,
        "invalid_exact_evm_nonce_already_used",
        "",
      ]);
    }
    expect((await facilitator.verify(payload, requirements)).isValid).toBe(false);
    expect(await chain.paymentsOf(account.address)).toHaveLength(1);
  });
});
