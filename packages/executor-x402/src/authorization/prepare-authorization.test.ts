import { testOrder, testQuote } from "evm-for-tests";
import { type LocalAccount, type Hex, serializeSignature, parseSignature } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, it } from "vitest";
import { x402Protocol } from "../x402-protocol.ts";
import { readAuthorization } from "./authorization.ts";
import { prepareAuthorization } from "./prepare-authorization.ts";

const token = "0x00000000000000000000000000000000000000d1";
const account = privateKeyToAccount(generatePrivateKey());
const heldAt = 1_800_000_000_900;

function prepare(
  maxTimeoutSeconds: number,
  signer: LocalAccount = account,
  deploymentId = "d1",
  quotedIn = deploymentId,
) {
  const { terms, ...bounds } = testQuote({ token }, heldAt, maxTimeoutSeconds);
  const quote = { ...bounds, terms: { ...terms, deploymentId: quotedIn } };
  const order = testOrder(quote, { heldAt, proposalId: "prop_1" });
  const deps = { protocol: x402Protocol, deploymentId, nowMs: heldAt };
  return prepareAuthorization(order, signer, deps);
}

it.each([
  [60, 60],
  [600, 600],
  [601, 600],
  [31_536_000, 600],
])("ends after maxTimeoutSeconds of %i, at most 600 s after the hold", async (given, expected) => {
  const authorization = readAuthorization(await prepare(given));
  expect(authorization?.validBefore).toBe(String(1_800_000_000 + expected));
});

it("has a nonce of its own for each deployment", async () => {
  const [one, again, other] = [
    await prepare(60),
    await prepare(60),
    await prepare(60, account, "d2"),
  ].map((payload) => readAuthorization(payload)?.nonce);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

it("refuses a quote of another deployment, which has the same proposal", async () => {
  await expect(prepare(60, account, "d2", "d1")).rejects.toMatchObject({
    code: "spend_executor_error",
    message: "The price was quoted to another copy of the database.",
  });
});

it.each<[string, (signature: Hex) => Hex]>([
  ["of a smart wallet", (signature) => `${signature}00`],
  [
    "of another form",
    (signature) => `${signature.slice(0, -2)}0${parseSignature(signature).yParity}` as Hex,
  ],
  [
    "of another key",
    (signature) => serializeSignature({ ...parseSignature(signature), r: `0x${"11".repeat(32)}` }),
  ],
])("refuses a signature %s", async (_kind, change) => {
  const signTypedData: LocalAccount["signTypedData"] = async (data) =>
    change(await account.signTypedData(data));
  await expect(prepare(60, { ...account, signTypedData })).rejects.toMatchObject({
    code: "spend_executor_error",
  });
});
