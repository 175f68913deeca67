import { skipWithoutPython } from "test-suites/python";
import { beforeAll, describe, expect, it } from "vitest";
import { base64UrlOf, utf8 } from "./bytes.ts";
import { Forger, type Forgery } from "./forged-receipts.fixture.ts";
import { verifiedByPython } from "./python.fixture.ts";
import { verifyReceipt } from "./verify-receipt.ts";

type Fields = Record<string, unknown>;
type Change = (value: Fields) => Fields;

const claims = (change: Change): Forgery => ({ claims: change });
const claim = (name: string, value: unknown): Forgery =>
  claims((each) => ({ ...each, [name]: value }));
const spend = (fields: object): Forgery =>
  claims((each) => ({ ...each, spend: { ...(each["spend"] as object), ...fields } }));
const inFirst = (list: string, change: Change): Forgery =>
  claims((each) => ({ ...each, [list]: (each[list] as readonly Fields[]).map(change) }));
const field = (index: number, value: unknown): Forgery => ({
  entry: (fields) => fields.with(index, value),
});
const decided = (index: number, value: unknown): Forgery => ({
  entry: (fields) => fields.with(14, (fields[14] as unknown[]).with(index, value)),
});
const payload = (change: (json: string) => string | Uint8Array): Forgery => ({ payload: change });
const added = (member: string): Forgery => payload((json) => json.replace("{", `{${member},`));
const disclosed = (value: unknown): string => base64UrlOf(utf8(JSON.stringify(value)));
const isPerson = (text: string): boolean =>
  Buffer.from(text, "base64url").toString().includes('"person"');
/** Discloses another person, under a digest of its own. */
const person = (change: Change): Forgery => ({
  claims: (each) => ({
    ...each,
    approvals: (each["approvals"] as readonly Fields[]).map((approval) => ({
      ...approval,
      person: { person: change(ada) },
    })),
  }),
  disclosures: (texts) => texts.filter((text) => !isPerson(text)),
});
const ada = {
  approver: '["Ada","Ada"]',
  id: "Ada",
  name: "Ada",
  groups: [],
  comment: null,
};
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const payment = (parts: object): Forgery =>
  claim("payment", { fields: Object.keys(parts), ...parts });
const statement = (fields: object): Forgery => payment({ offer: JSON.stringify(fields) });

const valid: readonly (readonly [string, Forgery])[] = [
  ["nothing else", {}],
  ["an unknown claim", claim("extra", { of: ["anything", 1.5, null] })],
  ["claims with names of prototypes", added('"__proto__":{"sub":"x"},"constructor":1')],
  ["a time with a fraction of zero", payload((json) => json.replace(/("iat":\d+)/, "$1.0"))],
  ["a claim at the deepest level", added(`"deep":${nested(63)}`)],
  ["disclosures in another order", { disclosures: (texts) => texts.toReversed() }],
  ["a person by itself", person((each) => each)],
  [
    "an erased person",
    {
      ...person((each) => each),
      ...inFirst("approvals", (each) => ({ ...each, person: { erased: true } })),
    },
  ],
  ["a seller's statement of another format", statement({ format: "jws", signature: "a.b.c" })],
];

const invalid: readonly (readonly [string, Forgery])[] = [
  ["a byte order mark", payload((json) => `\ufeff${json}`)],
  ["UTF-16", payload((json) => Buffer.from(json, "utf16le"))],
  [
    "a half character in UTF-8",
    payload((json) =>
      Buffer.concat([
        Buffer.from(json.slice(0, -1)),
        Buffer.from(',"a":"'),
        Buffer.of(0xed, 0xa0, 0x80),
        Buffer.from('"}'),
      ]),
    ),
  ],
  ["NaN", added('"extra":NaN')],
  ["Infinity", added('"extra":[-Infinity]')],
  ["a claim nested too deeply", added(`"deep":${nested(64)}`)],
  ["a claim nested 2,000 levels", added(`"deep":${nested(2_000)}`)],
  ["a claim nested 50,000 levels", added(`"deep":${nested(50_000)}`)],
  ["a critical header", { header: { crit: ["exp"] } }],
  ["no algorithm", { header: { alg: "none" } }],
  ["another algorithm", { header: { alg: "HS256" } }],
  ["a list as header", { header: { alg: ["ES256"] } }],
  ["a number as workspace", claim("workspace", 5)],
  ["no time", claim("iat", undefined)],
  ["a text as time", claim("iat", "1700000000")],
  ["null as time", claim("iat", null)],
  ["true as time", claim("iat", true)],
  ["a time after all dates", claim("iat", 1e300)],
  ["a negative time", claim("iat", -1)],
  ["a list as note", claims((each) => ({ ...each, checkpoint: [each["checkpoint"]] }))],
  ["a digest that is null", claim("extra", [{ "...": null }])],
  ["a digest that is a number", claim("extra", { _sd: [5] })],
  ["a text as digests", claim("extra", { _sd: "abc" })],
  ["an object as digests", claim("extra", { _sd: {} })],
  ["an element with other members", claim("extra", [{ "...": "abc", other: 1 }])],
  ["a captured amount in hexadecimal digits", spend({ captured: "0x16e3600" })],
  ["a captured amount with spaces", spend({ captured: " 24000000 " })],
  ["a captured amount with a sign", spend({ captured: "+24000000" })],
  ["a captured amount with digits of another script", spend({ captured: "２4000000" })],
  ["a captured amount with underscores", spend({ captured: "24_000_000" })],
  ["a captured amount as number", spend({ captured: 24_000_000 })],
  ["a captured amount as list", spend({ captured: ["24000000"] })],
  ["a refunded amount that is empty", spend({ refunded: "" })],
  ["a refunded amount that is false", spend({ refunded: false })],
  ["a refunded amount of minus zero", spend({ refunded: "-0" })],
  ["a spend that is a list", claim("spend", [])],
  ["a path that is an object", inFirst("entries", (each) => ({ ...each, path: {} }))],
  ["a path that is a text", inFirst("entries", (each) => ({ ...each, path: "" }))],
  [
    "surplus hashes in a path",
    inFirst("entries", (each) => ({ ...each, path: ["ab".repeat(32)] })),
  ],
  [
    "a list as canonical text",
    inFirst("entries", (each) => ({ ...each, canonical: [each["canonical"]] })),
  ],
  [
    "a hash in capital letters",
    inFirst("entries", (each) => ({
      ...each,
      previousHash: String(each["previousHash"]).toUpperCase(),
    })),
  ],
  ["null as disclosed text", inFirst("entries", (each) => ({ ...each, texts: { vendor: null } }))],
  ["no texts", inFirst("entries", (each) => ({ ...each, texts: null }))],
  ["a sequence with a fraction", field(3, "1.5")],
  ["a sequence with an exponent", field(3, "1e0")],
  ["a sequence in hexadecimal digits", field(3, "0x1")],
  ["a sequence with a zero before it", field(3, "01")],
  ["a sequence that is a number", field(3, 1)],
  ["no sequence", field(3, "")],
  ["a sequence that is no number", field(3, "one")],
  ["an amount in hexadecimal digits", field(6, "-0x16e3600")],
  ["an amount as number", field(6, -24_000_000)],
  ["a missing itemisation", { entry: (fields) => fields.slice(0, 16) }],
  ["an element more", { entry: (fields) => [...fields, null] }],
  ["fields of an earlier format", field(0, "agent-treasury/2")],
  ["no decision", { entry: (fields) => fields.slice(0, 14) }],
  ["an object as entry", { entry: (fields) => Object.fromEntries(fields.entries()) }],
  ["no decided amount", decided(5, null)],
  ["null as agent", decided(8, null)],
  ["a text as approvers", decided(10, "ab")],
  ["null as approvers", decided(10, null)],
  [
    "null as lowered amount",
    { entry: (fields) => fields.with(14, [...(fields[14] as unknown[]), null]) },
  ],
  ["null as passkey", inFirst("approvals", (each) => ({ ...each, passkey: null }))],
  ["null as approved amount", inFirst("approvals", (each) => ({ ...each, approvedAmount: null }))],
  [
    "an approved amount with an exponent",
    inFirst("approvals", (each) => ({ ...each, approvedAmount: "24e6" })),
  ],
  ["a person without a name in the ledger", person(({ approver: _approver, ...each }) => each)],
  ["another name than in the ledger", person((each) => ({ ...each, name: "Bob" }))],
  ["another id than in the ledger", person((each) => ({ ...each, id: "bob" }))],
  ["a null person", inFirst("approvals", (each) => ({ ...each, person: { person: null } }))],
  ["rules without a digest", claim("rules", { publication: "[]" })],
  ["rules that are a list", claim("rules", [])],
  ["a quote that is a text", claim("quote", "x")],
  ["a payment without fields", claim("payment", {})],
  ["an offer that is an object", payment({ offer: { format: "jws" } })],
  ["an offer that is a list", payment({ offer: "[]" })],
  ["an offer that is null", payment({ offer: "null" })],
  ["an offer without a payload", statement({ format: "eip712", signature: "0x" })],
  [
    "a proposal with another format",
    claims((each) => {
      const { canonical, ...proposal } = each["proposal"] as Fields;
      return {
        ...each,
        proposal: { ...proposal, canonical: String(canonical).replace("proposal/3", "proposal/4") },
      };
    }),
  ],
  ["a checkpoint with carriage returns", { checkpoint: (note) => note.replaceAll("\n", "\r\n") }],
  ["a checkpoint with a line separator of Unicode", { checkpoint: (note) => `${note}\u0085\n` }],
  ["a size of digits of another script", { checkpoint: (note) => note.replace("\n1\n", "\n１\n") }],
  ["a size with a zero before it", { checkpoint: (note) => note.replace("\n1\n", "\n01\n") }],
  ["an empty tree", { checkpoint: (note) => note.replace("\n1\n", "\n0\n") }],
  [
    "a size above all numbers",
    { checkpoint: (note) => note.replace("\n1\n", `\n1${"0".repeat(16)}\n`) },
  ],
  ["a root that is too short", { checkpoint: (note) => note.replace(/\n1\n.*\n/, "\n1\nAAAA\n") }],
  ["a disclosure that is a text", { disclosures: (texts) => [...texts, disclosed("abc")] }],
  ["a disclosure twice", { disclosures: (texts) => [...texts, texts[0] ?? ""] }],
];

describe("a receipt that a deployment forged", () => {
  let forger: Forger;
  beforeAll(async () => {
    forger = await Forger.create();
  });

  it.each(valid)("may have %s", async (_, forgery) => {
    const { problems } = await verifyReceipt(await forger.receipt(forgery), forger.keys);
    expect(problems).toEqual([]);
  });

  it.each(invalid)("must not have %s", async (_, forgery) => {
    const { valid: isValid, problems } = await verifyReceipt(
      await forger.receipt(forgery),
      forger.keys,
    );
    expect(isValid).toBe(false);
    // An error of the runtime names parts of the program.
    expect(problems.join()).toMatch(/^(?:The|This|A) [\w',.: -]+\.$/);
  });

  it("is judged by Python alike", async (test) => {
    skipWithoutPython(test);
    const all = [...valid, ...invalid];
    const receipts = await Promise.all(all.map(([, forgery]) => forger.receipt(forgery)));
    const answers = verifiedByPython(receipts, forger.keys);
    const accepted = all.flatMap(([name], index) => (answers[index]?.valid === true ? [name] : []));
    expect(accepted).toEqual(valid.map(([name]) => name));
    const reports = await Promise.all(receipts.map((each) => verifyReceipt(each, forger.keys)));
    expect(answers.slice(0, valid.length).map(({ withheld }) => withheld)).toEqual(
      reports.slice(0, valid.length).map(({ withheld }) => withheld),
    );
  });
});
