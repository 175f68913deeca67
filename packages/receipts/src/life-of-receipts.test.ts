import { passkeys } from "@agent-treasury/passkeys";
import { type PaymentExecutor, systemClock } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { softwareAuthenticator } from "@agent-treasury/testing/node";
import type { Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { skipWithoutPython } from "test-suites/python";
import { describe, expect, it } from "vitest";
import { hexOf } from "./bytes.ts";
import { verifiedByPython } from "./python.fixture.ts";
import { pay, receiptTreasury, resigned, secret } from "./receipts.fixture.ts";
import { cosignNote, witnessKeyText } from "./signed-note.ts";
import { verifyReceipt } from "./verify-receipt.ts";

async function receiptOf(treasury: Treasury, proposalId: string): Promise<string> {
  return (await treasury.receipts.issue({ proposalId })).receipt;
}

async function paidReceipt(treasury: Treasury): Promise<string> {
  return receiptOf(treasury, await pay(treasury, 24, { category: "domains" }));
}

/** A treasury whose time the test moves. */
function timedTreasury(): { treasury: Treasury; advance: (milliseconds: number) => void } {
  let offset = 0;
  const now = (): number => Date.now() + offset;
  const treasury = receiptTreasury({
    storage: memoryStorage({ now }),
    clock: { ...systemClock, now },
  });
  return { treasury, advance: (milliseconds) => (offset += milliseconds) };
}

function charging(usd: number): PaymentExecutor {
  const captures = [{ id: "charge", amount: amountFromUsd(usd, "usd") }];
  return {
    specificationVersion: "1",
    provider: "card",
    keyLifetimeMs: 60_000,
    mode: () => "sandbox",
    pay: async () => ({ kind: "executed", captures, reference: "charge" }),
    find: async () => ({ kind: "not_sent" }),
  };
}

/**
 * A treasury where Ada has a passkey.
 *
 * @param chargedUsd what an executor charges for each spend. The ledger is the payment by default.
 */
async function signingTreasury(chargedUsd?: number): Promise<{
  readonly treasury: Treasury;
  /** Proposes a spend of 24 USD, and approves it with the passkey. Returns its id. */
  readonly approve: (decision: { readonly approvedAmountUsd?: number }) => Promise<string>;
}> {
  const origin = "http://localhost:3000";
  const treasury = receiptTreasury({
    passkeys: passkeys({ rpId: "localhost", rpName: "Treasury", origins: [origin] }),
    authenticate: ({ headers }) => ({ name: headers.get("x-user") ?? "ada" }),
    ...(chargedUsd !== undefined && { executors: { executor: charging(chargedUsd) } }),
  });
  const send = async <Body>(path: string, body: object): Promise<Body> => {
    const headers = { "x-user": "ada", "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const url = `${origin}/api/service/treasury/${path}`;
    return (await (await treasury.handler(new Request(url, init))).json()) as Body;
  };
  const authenticator = softwareAuthenticator({ origin });
  const { token } = await send<{ token: string }>("passkey-invitations", { personId: "ada" });
  const begun = await send<{ nonce: string; options: never }>("passkey-registrations", {
    invitation: token,
  });
  const registration = authenticator.create(begun.options);
  await send("passkeys", { nonce: begun.nonce, name: "Laptop", registration });
  return {
    treasury,
    approve: async (decision) => {
      const request = { agentId: "buyer", amountUsd: 24, vendor: "Hetzner", purpose: "a server" };
      const { proposal } = await treasury.propose(request);
      const asked = { intent: "approve_proposal", id: proposal.id, ...decision };
      const challenge = await send<{ nonce: string; options: never }>("passkey-challenges", asked);
      const assertion = authenticator.get(challenge.options);
      const passkey = { nonce: challenge.nonce, assertion };
      const approval = { proposalId: proposal.id, decision: "approve", ...decision, passkey };
      await send("decide", approval);
      return proposal.id;
    },
  };
}

describe("a receipt with withheld disclosures", () => {
  it("stays valid and names what is missing, whichever are withheld", async (test) => {
    skipWithoutPython(test);
    const treasury = receiptTreasury();
    const [jwt = "", ...disclosures] = (await paidReceipt(treasury)).split("~").slice(0, -1);
    const keys = await treasury.receipts.keys();
    const subsets = disclosures.map((_, at) => disclosures.filter((__, other) => other !== at));
    const receipts = [[], ...subsets].map((kept) => [jwt, ...kept, ""].join("~"));
    const reports = await Promise.all(receipts.map((receipt) => verifyReceipt(receipt, keys)));
    const answers = verifiedByPython(receipts, keys);
    for (const [index, { valid, withheld }] of reports.entries()) {
      expect(valid).toBe(true);
      expect(withheld.length).toBe(index === 0 ? disclosures.length : 1);
      expect(answers[index]).toMatchObject({ valid: true, withheld });
    }
    expect(new Set(reports.slice(1).flatMap(({ withheld }) => withheld)).size).toBe(
      disclosures.length,
    );
  });
});

describe("a receipt", () => {
  it("is valid after an erasure, and a later one shows no text", async (test) => {
    skipWithoutPython(test);
    const treasury = receiptTreasury();
    const proposalId = await pay(treasury, 24);
    const before = await receiptOf(treasury, proposalId);
    await treasury.eraseText({ workspaceId: "demo", operator: "Ada" });
    const after = await receiptOf(treasury, proposalId);
    const keys = await treasury.receipts.keys();
    expect(await verifyReceipt(before, keys)).toMatchObject({ valid: true, withheld: [] });
    expect(await verifyReceipt(after, keys)).toMatchObject({
      valid: true,
      facts: { proposal: { isErased: true }, entries: [{ isErased: true, texts: {} }] },
    });
    const texts = after.split("~").map((part) => Buffer.from(part, "base64url").toString());
    expect(texts.join()).not.toContain("Namecheap");
    expect(verifiedByPython([before, after], keys).map(({ valid }) => valid)).toEqual([true, true]);
  });

  it("of a spend before receipts were set up shows all texts of a record, or none", async (test) => {
    skipWithoutPython(test);
    const storage = memoryStorage();
    const earlier = receiptTreasury({ storage, receipts: undefined as never });
    const proposalId = await pay(earlier, 24);
    const treasury = receiptTreasury({ storage });
    const receipt = await receiptOf(treasury, proposalId);
    const keys = await treasury.receipts.keys();
    expect(await verifyReceipt(receipt, keys)).toMatchObject({ valid: true, withheld: [] });
    const bare = `${receipt.split("~")[0]}~`;
    const { valid, withheld } = await verifyReceipt(bare, keys);
    expect(valid).toBe(true);
    expect(withheld).toEqual(expect.arrayContaining(["proposal: all texts"]));
    expect(verifiedByPython([receipt, bare], keys).map((each) => each.valid)).toEqual([true, true]);
  });

  it("is valid after a rotation of its key, and invalid after the end of it", async () => {
    const { treasury, advance } = timedTreasury();
    const before = await paidReceipt(treasury);
    advance(2_000);
    await treasury.receipts.rotateKeys();
    advance(2_000);
    const after = await paidReceipt(treasury);
    const keys = await treasury.receipts.keys();
    expect(JSON.stringify(keys)).not.toContain("sealed");
    expect((await verifyReceipt(before, keys)).valid).toBe(true);
    expect((await verifyReceipt(after, keys)).valid).toBe(true);
    const ended = keys.keys.map((key) => ({ ...key, endedAt: "2026-01-01T00:00:00.000Z" }));
    expect(await verifyReceipt(after, { keys: ended })).toMatchObject({
      valid: false,
      problems: ["The receipt was signed after the end of its key."],
    });
  });

  it("of a revoked key is valid only with a checkpoint that a witness signed before", async (test) => {
    skipWithoutPython(test);
    const { treasury, advance } = timedTreasury();
    const proposalId = await pay(treasury, 24);
    const receipt = await receiptOf(treasury, proposalId);
    const { checkpoint } = await treasury.receipts.checkpoint();
    advance(60_000);
    await treasury.receipts.rotateKeys({ revoke: true });
    const keys = await treasury.receipts.keys();
    expect((await verifyReceipt(receipt, keys)).problems[0]).toContain("was revoked");
    expect(verifiedByPython([receipt], keys)[0]?.valid).toBe(false);
    const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign"])) as {
      readonly privateKey: Parameters<typeof cosignNote>[3];
      readonly publicKey: Parameters<typeof cosignNote>[3];
    };
    const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
    const name = "witness.example";
    const cosigned = (time: number): Promise<string> =>
      cosignNote(checkpoint, name, publicKey, pair.privateKey, time);
    const cosignedAt = (seconds: number): Promise<string> =>
      cosigned(Math.floor(Date.now() / 1_000) + seconds);
    const witnesses = [await witnessKeyText(name, publicKey)];
    const early = { witnesses, cosigned: await cosignedAt(1) };
    expect(await verifyReceipt(receipt, keys, early)).toMatchObject({
      valid: true,
      facts: { isCosigned: true },
    });
    const late = { witnesses, cosigned: await cosignedAt(3_600) };
    expect((await verifyReceipt(receipt, keys, late)).valid).toBe(false);
    const signatures = (note: string): string => note.slice(checkpoint.length);
    const both = { witnesses, cosigned: `${late.cosigned}${signatures(early.cosigned)}` };
    expect((await verifyReceipt(receipt, keys, both)).problems).toEqual([]);
    const never = { witnesses, cosigned: await cosigned(0) };
    expect((await verifyReceipt(receipt, keys, never)).valid).toBe(false);
    const answers = [early, late, both, never].map((trusted) =>
      verifiedByPython([receipt], keys, trusted),
    );
    expect(answers.flat().map(({ valid }) => valid)).toEqual([true, false, true, false]);
    await pay(treasury, 25);
    const other = { cosigned: (await treasury.receipts.checkpoint()).checkpoint };
    const newer = await receiptOf(treasury, await pay(treasury, 26));
    expect((await verifyReceipt(newer, keys, other)).valid).toBe(false);
    expect(verifiedByPython([newer], keys, other)[0]?.valid).toBe(false);
    expect((await verifyReceipt(receipt, keys, { ...early, witnesses: [] })).valid).toBe(false);
    expect(hexOf(publicKey)).toHaveLength(64);
  });

  it("is not one of another deployment, and of a copy only with the original's keys", async () => {
    const storage = memoryStorage();
    const treasury = receiptTreasury({ storage });
    const proposalId = await pay(treasury, 24);
    const receipt = await receiptOf(treasury, proposalId);
    const other = receiptTreasury();
    await paidReceipt(other);
    expect((await verifyReceipt(receipt, await other.receipts.keys())).problems).toEqual([
      "The receipt is signed with an unknown key.",
    ]);
    await treasury.deployment.replaceId();
    const copied = await receiptOf(treasury, proposalId);
    const keys = await treasury.receipts.keys();
    const own = keys.keys.filter(({ deployment }) => deployment === keys.deployment);
    expect(own.length).toBe(2);
    expect((await verifyReceipt(receipt, keys)).valid).toBe(true);
    expect((await verifyReceipt(copied, keys)).valid).toBe(true);
    expect((await verifyReceipt(copied, { keys: own })).problems[0]).toContain(
      "another deployment",
    );
  });

  it("needs the key of the deployment, also in another process", async () => {
    const storage = memoryStorage();
    const treasury = receiptTreasury({ storage });
    const proposalId = await pay(treasury, 24);
    const first = await receiptOf(treasury, proposalId);
    const second = await receiptOf(receiptTreasury({ storage }), proposalId);
    const keys = await treasury.receipts.keys();
    expect(keys.keys.length).toBe(2);
    for (const one of [first, second]) expect((await verifyReceipt(one, keys)).valid).toBe(true);
    const wrong = receiptTreasury({ storage, receipts: { key: secret.replace("0", "1") } });
    await expect(receiptOf(wrong, proposalId)).rejects.toMatchObject({
      code: "receipts_not_connected",
    });
  });

  it("shows the passkey with which a person signed, and no other signature", async (test) => {
    skipWithoutPython(test);
    const { treasury, approve } = await signingTreasury();
    const receipt = await receiptOf(treasury, await approve({}));
    const keys = await treasury.receipts.keys();
    expect(await verifyReceipt(receipt, keys)).toMatchObject({
      valid: true,
      withheld: [],
      facts: {
        approvals: [{ name: "ada", isSigned: true, verified: true, approvedAmount: "24000000" }],
        overrun: null,
      },
    });
    expect(verifiedByPython([receipt], keys)[0]).toMatchObject({ valid: true, withheld: [] });
  });

  it("is not valid if it claims a higher amount than a passkey signed", async (test) => {
    skipWithoutPython(test);
    const { treasury, approve } = await signingTreasury();
    const receipt = await receiptOf(treasury, await approve({ approvedAmountUsd: 5 }));
    const keys = await treasury.receipts.keys();
    expect(await verifyReceipt(receipt, keys)).toMatchObject({
      valid: true,
      facts: { approvals: [{ isSigned: true, approvedAmount: "5000000" }], overrun: null },
    });
    const amounts = [undefined, "5000001", "4999999"];
    const problems = [
      "The passkey of approval 1 signed a lower amount.",
      "The passkey of approval 1 signed a lower amount.",
      "The ledger entries are of a higher amount than their approvals.",
    ];
    for (const [at, approvedAmount] of amounts.entries()) {
      const changed = await resigned(receipt, keys, ({ approvals, ...claims }) => {
        const [approval] = approvals as readonly object[];
        return { ...claims, approvals: [{ ...approval, approvedAmount }] };
      });
      const problem = problems[at] ?? "";
      const { text } = changed;
      expect(await verifyReceipt(text, changed.keys)).toMatchObject({ problems: [problem] });
      expect(verifiedByPython([text], changed.keys)).toEqual([{ valid: false, problem }]);
    }
  });

  it("states what a card was charged above the approved amount", async (test) => {
    skipWithoutPython(test);
    const { treasury, approve } = await signingTreasury(7);
    const receipt = await receiptOf(treasury, await approve({ approvedAmountUsd: 5 }));
    const keys = await treasury.receipts.keys();
    const { valid, facts } = await verifyReceipt(receipt, keys);
    expect({ valid, overrun: facts?.overrun }).toEqual({ valid: true, overrun: "2000000" });
    expect(verifiedByPython([receipt], keys)[0]).toMatchObject({ valid: true, overrun: "2000000" });
  });
});
