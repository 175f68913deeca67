import { skipWithoutPython } from "test-suites/python";
import { expect, it } from "vitest";
import { base64UrlOf, fromBase64Url, sha256Hex, textOf, utf8 } from "./bytes.ts";
import { structHash } from "./evm-signature.ts";
import { verifiedByPython } from "./python.fixture.ts";
import { paymentIn } from "./receipt-payment.ts";
import { pay, receiptTreasury } from "./receipts.fixture.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const payer = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
const payee = "0x1563915e194D8CfBA1943570603F7606A3115508";
const token = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const terms = {
  network: "eip155:84532",
  token,
  tokenName: "USDC",
  tokenVersion: "2",
  payTo: payee,
};
const authorization = {
  from: payer,
  to: payee,
  value: "500000",
  validAfter: "0",
  validBefore: "1800000000",
  nonce: `0x${"ab".repeat(32)}`,
  signature:
    "0xace5131a1d8386a526b33e8f9cdf872c13824ddfb88568e537f83bbf316b48817e4935717aa7adef2b61212454ad77a0eb57115c604335034a6eb9b0a8bfda4f1b",
};
const offer = {
  format: "eip712",
  payload: {
    version: 1,
    resourceUrl: "https://seller.example/weather",
    scheme: "exact",
    network: "eip155:84532",
    asset: token,
    payTo: payee,
    amount: "500000",
    validUntil: 1_800_000_000 as number | string,
  },
  signature:
    "0x29b2a878b7215681146a0a10c4e2c99dd8c44962493419c7feef6b07bca3093413dfe4577bb70ba9eb3a08ac5796b63e70eea1cd0b964f2fe098542ccc8656f81b",
};

interface Part {
  readonly terms?: object;
  readonly authorization?: object;
  readonly offer?: object;
}

/** Receipts that a deployment signed, each with other claims about its payment. */
async function receiptsWith(parts: readonly Part[]) {
  const treasury = receiptTreasury();
  const proposalId = await pay(treasury, 5);
  const { receipt } = await treasury.receipts.issue({ proposalId });
  const { keys } = await treasury.receipts.keys();
  await treasury.close();
  const [head = "", body = ""] = receipt.split("~")[0]?.split(".") ?? [];
  const claims = JSON.parse(textOf(fromBase64Url(body))) as object;
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const receipts = await Promise.all(
    parts.map(async (part) => {
      const opening = ["salt", JSON.stringify({ terms: part.terms ?? terms })];
      const quote = { digest: await sha256Hex(JSON.stringify(opening)), quote: opening };
      const signed = {
        authorization: part.authorization ?? authorization,
        offer: JSON.stringify(part.offer ?? offer),
      };
      const payment = { fields: Object.keys(signed), ...signed };
      const changed = JSON.stringify({ ...claims, proposal: null, quote, payment });
      const text = `${head}.${base64UrlOf(utf8(changed))}`;
      const signature = await crypto.subtle.sign(algorithm, pair.privateKey, utf8(text));
      return `${text}.${base64UrlOf(new Uint8Array(signature))}~`;
    }),
  );
  const own = keys.map((key) => (key.purpose === "receipt" ? { ...key, x, y } : key));
  return { receipts, keys: { keys: own } };
}

/** Its first 64 digits are the number that was signed. */
const longNumber = `0x${(500_000).toString(16).padStart(64, "0")}0`;
const tooLong = `0x${"f".repeat(65)}`;
const withPayload = (fields: object): Part => ({
  offer: { ...offer, payload: { ...offer.payload, ...fields } },
});
const withEnd = (end: string): Part => ({
  authorization: {
    ...authorization,
    signature: authorization.signature.replace(/1b$/, end),
  },
});

it("accepts quotes of every version, and a recovery byte in both forms", async () => {
  const parts: Part[] = [{}, { terms: { ...terms, permit2: null } }, withEnd("00"), withEnd("1B")];
  const { receipts, keys } = await receiptsWith(parts);
  for (const receipt of receipts) {
    const { problems, facts } = await verifyReceipt(receipt, keys);
    expect([problems, facts?.payment?.offer?.isPayee]).toEqual([[], true]);
    expect(facts?.payment?.authorization).toMatchObject({ from: payer, isRecorded: false });
  }
});

const malformed: readonly (readonly [string, Part])[] = [
  ["a value of 65 digits", { authorization: { ...authorization, value: longNumber } }],
  ["a negative value", { authorization: { ...authorization, value: "-5" } }],
  ["no value", { authorization: { ...authorization, value: "" } }],
  [
    "an address of 65 digits",
    { terms: { ...terms, token: `0x${"0".repeat(24)}${token.slice(2)}0` } },
  ],
  ["a negative time", withPayload({ validUntil: "-5" })],
  ["a time of 65 digits", withPayload({ validUntil: tooLong })],
  ["2^256 as a time", withPayload({ validUntil: String(2n ** 256n) })],
  ["another recovery byte", withEnd("1c")],
];

it.each(malformed)("refuses %s", async (_what, part) => {
  const { receipts, keys } = await receiptsWith([part]);
  expect((await verifyReceipt(receipts[0] ?? "", keys)).valid).toBe(false);
});

it("is verified by Python alike", async (test) => {
  skipWithoutPython(test);
  const valid: Part[] = [{}, { terms: { ...terms, permit2: null } }, withEnd("00")];
  const { receipts, keys } = await receiptsWith([...valid, ...malformed.map(([, part]) => part)]);
  const answers = verifiedByPython(receipts, keys);
  expect(answers.map((answer) => answer.valid)).toEqual([
    ...valid.map(() => true),
    ...malformed.map(() => false),
  ]);
  const signers = { authorization: payer.toLowerCase(), offer: payee.toLowerCase() };
  for (const answer of answers.slice(0, valid.length)) expect(answer).toMatchObject({ signers });
});

it("names an earlier authorization of EIP-3009 as its ledger entry does", () => {
  const payment = { fields: ["authorization"], authorization };
  const reference = `eip3009:84532:${token}:${payer}:${authorization.nonce}`.toLowerCase();
  const entries = [{ reference }] as unknown as Parameters<typeof paymentIn>[2];
  const found = paymentIn({ payment }, JSON.stringify({ terms }), entries, []);
  expect(found?.authorization?.isRecorded).toBe(true);
});

const hash = (type: string, value: string) => structHash(`Of(${type} field)`, [value]);

it("hashes no number that its field cannot contain", () => {
  expect(hash("uint256", String(2n ** 256n - 1n))).toBe(hash("uint256", `0x${"f".repeat(64)}`));
  expect(hash("address", `0x${"f".repeat(40)}`)).toMatch(/^0x/);
  for (const value of ["-5", "", " 5", "5.0", "1e3", "0x", String(2n ** 256n), tooLong]) {
    expect(() => hash("uint256", value)).toThrow("malformed or too large");
  }
  for (const value of [`0x1${"0".repeat(40)}`, String(2n ** 160n)]) {
    expect(() => hash("address", value)).toThrow("malformed or too large");
  }
});
