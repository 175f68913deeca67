import { createHash } from "node:crypto";
import type { CopiedPart, Doc, Entry, Json, JsonObject, Storage } from "@agent-treasury/provider";
import { PasskeyWalk, verifyCopy } from "@agent-treasury/treasury-core/verify";
import { beforeAll, describe, expect, it } from "vitest";
import { passkeyWorld, type PasskeyWorld, signed } from "./passkey-world.fixture.ts";
import { verifyStoredAssertion } from "./verify-stored-assertion.ts";

let world: PasskeyWorld;
let parts: readonly CopiedPart[];

/** A signed spend with a lowered amount, a signed publication, and a spend of two persons. */
beforeAll(async () => {
  world = passkeyWorld();
  const ada = await world.register("ada");
  const ben = await world.register("ben");
  await world.publishSigned("ada", ada, signed);
  const { id } = await world.propose(20);
  const ask = { intent: "approve_proposal", id, approvedAmountUsd: 15 } as const;
  const passkey = await world.sign("ada", ada, ask);
  await world.decide("ada", { proposalId: id, passkey, approvedAmountUsd: 15 });
  const two = { id: "two", then: { requireApprovals: { count: 2, passkey: true } } };
  const started = await world.publishSigned("ada", ada, { version: 1, rules: [two] });
  const actionId = started.body.action.id;
  const signature = await world.sign("ben", ben, { intent: "approve_action", id: actionId });
  const route = `POST /treasury/actions/${actionId}/decide`;
  const body = { decision: "approve", passkey: signature };
  const done = await world.send<{ action: { status: string } }>("ben", route, body);
  if (done.body.action.status !== "done") throw new Error("The rules were not published.");
  const { id: second } = await world.propose(30);
  for (const [person, authenticator] of [
    ["ada", ada],
    ["ben", ben],
  ] as const) {
    const given = await world.sign(person, authenticator, {
      intent: "approve_proposal",
      id: second,
    });
    await world.decide(person, { proposalId: second, passkey: given });
  }
  parts = await partsOf(world.storage);
});

async function partsOf(storage: Storage): Promise<CopiedPart[]> {
  const all: CopiedPart[] = [];
  for await (const part of storage.copy("demo")) all.push(part);
  return all;
}

async function problemOf(edited: readonly CopiedPart[] = parts): Promise<string | null> {
  const copy = async function* (): AsyncGenerator<CopiedPart> {
    yield* edited;
  };
  const walk = new PasskeyWalk("demo", verifyStoredAssertion);
  return (await verifyCopy("demo", copy(), [], [walk])).problem;
}

/** The stored shapes, as far as the tests edit them. */
interface Body {
  record: Record<string, Json>;
  opening: { approver: string };
  publicKey: string;
  assertion: { id: string; response: Record<string, string> };
  ruling: { approvals: GivenApproval[] };
  rules?: string;
}

interface GivenApproval {
  id: string;
  passkey?: string;
  approvedAmount?: string;
}

function withDocs(kind: string, change: (body: Body) => object | null): CopiedPart[] {
  return parts.flatMap((part): CopiedPart[] => {
    if (part.kind !== "doc" || part.doc.kind !== kind) return [part];
    const body = change(structuredClone(part.doc.body) as unknown as Body);
    return body === null ? [] : [{ kind: "doc", doc: { ...part.doc, body: body as JsonObject } }];
  });
}

/** Edits the signature of the first spend, and names it by its new digest in the proposal. */
function resealed(change: (body: Body) => void): CopiedPart[] {
  const named = new Map<string, string>();
  const edited = parts.map((part): CopiedPart => {
    if (part.kind !== "doc" || part.doc.kind !== "passkey_signature") return part;
    const body = structuredClone(part.doc.body) as unknown as Body;
    if (body.record["approvedAmount"] !== "15000000") return part;
    change(body);
    const id = digestOf(body);
    named.set(part.doc.id, id);
    return { kind: "doc", doc: { ...part.doc, id, body: body as unknown as JsonObject } };
  });
  const renamed = (text: string): string =>
    [...named].reduce((all, [before, after]) => all.replaceAll(before, after), text);
  return edited.map((part) => {
    if (part.kind !== "doc" || part.doc.kind !== "proposal") return part;
    const body = JSON.parse(renamed(JSON.stringify(part.doc.body))) as Json;
    return { kind: "doc", doc: { ...part.doc, body } };
  });
}

/** The digest that the guide documents. */
function digestOf({ record, publicKey, assertion }: Body): string {
  const fields = ["workspaceId", "rpId", "intent", "subject", "digest", "approvedAmount"];
  const signedFields = [...fields, "approver", "nonce"].map((field) => record[field]);
  const { clientDataJSON, authenticatorData, signature } = assertion.response;
  const text = JSON.stringify([
    "agent-treasury/evidence/1",
    ["agent-treasury/signature/1", ...signedFields],
    publicKey,
    [assertion.id, clientDataJSON, authenticatorData, signature],
  ]);
  return createHash("sha256").update(text).digest("hex");
}

function withApprovals(change: (approval: GivenApproval) => object): CopiedPart[] {
  return withDocs("proposal", (body) => ({
    ...body,
    ruling: { ...body.ruling, approvals: body.ruling.approvals.map(change) },
  }));
}

function withoutSignature({ id, approvedAmount }: GivenApproval): object {
  return { id, name: id, ...(approvedAmount !== undefined && { approvedAmount }) };
}

function withEntries(change: (entry: Entry) => Entry): CopiedPart[] {
  return parts.map((part) =>
    part.kind === "entry" ? { kind: "entry", entry: change(structuredClone(part.entry)) } : part,
  );
}

function docs(kind: string): readonly Doc[] {
  return parts.flatMap((part) => (part.kind === "doc" && part.doc.kind === kind ? [part.doc] : []));
}

describe("stored signatures", () => {
  it("are valid as written, whatever the order of the documents", async () => {
    expect(docs("passkey_signature")).toHaveLength(6);
    expect(await problemOf()).toBeNull();
    const documents = parts.filter(({ kind }) => kind === "doc").toReversed();
    const heads = parts.filter(({ kind }) => kind === "head");
    const entries = parts.filter(({ kind }) => kind === "entry");
    expect(await problemOf([...heads, ...documents, ...entries])).toBeNull();
    expect(await world.treasury.verify()).toMatchObject({ valid: true });
  });

  it.each([
    ["decision", "intent", "deny_proposal"],
    ["proposal", "subject", "prop_x"],
    ["digest", "digest", "0".repeat(64)],
    ["amount", "approvedAmount", "1"],
    ["person", "approver", "0".repeat(64)],
    ["nonce", "nonce", "0".repeat(32)],
    ["domain", "rpId", "example.com"],
    ["workspace", "workspaceId", "acme"],
  ])("reveal an edit of the signed %s", async (_, field, value) => {
    const edited = withDocs("passkey_signature", (body) => {
      body.record[field] = value;
      return body;
    });
    expect(await problemOf(edited)).toContain("was changed");
  });

  it.each([
    ["publicKey", (body: Body) => (body.publicKey = "AAAA")],
    ["signature", (body: Body) => (body.assertion.response["signature"] = "AAAA")],
    ["client data", (body: Body) => (body.assertion.response["clientDataJSON"] = "e30")],
    ["authenticator data", (body: Body) => (body.assertion.response["authenticatorData"] = "AAAA")],
    ["person", (body: Body) => (body.opening.approver = "eve")],
  ])("reveal an edit of the %s", async (_, edit) => {
    const edited = withDocs("passkey_signature", (body) => {
      edit(body);
      return body;
    });
    expect(await problemOf(edited)).toContain("was changed");
  });

  it.each<[string, (body: Body) => unknown]>([
    ["intent", ({ record }) => (record["intent"] = "deny_proposal")],
    ["amount", ({ record }) => (record["approvedAmount"] = "20000000")],
    ["nonce", ({ record }) => (record["nonce"] = "0".repeat(32))],
    ["signature", ({ assertion }) => (assertion.response["signature"] = "AAAA")],
    [
      "public key",
      (body) => {
        const keys = docs("passkey").map((doc) => (doc.body as unknown as Body).publicKey);
        body.publicKey = keys.find((key) => key !== body.publicKey) ?? "";
      },
    ],
  ])("reveal a consistent edit of the %s and its digests", async (_, change) => {
    expect(await problemOf(resealed(() => undefined))).toBeNull();
    expect(await problemOf(resealed(change))).toContain("is not valid: ");
  });

  it("reveal a removed signature or passkey, and another public key", async () => {
    expect(await problemOf(withDocs("passkey_signature", () => null))).toContain("is missing");
    expect(await problemOf(withDocs("passkey", () => null))).toContain("unknown passkey");
    const [one, other] = docs("passkey").map(({ body }) => body as { publicKey: string });
    const swapped = withDocs("passkey", (body) => ({
      ...body,
      publicKey: body.publicKey === one!.publicKey ? other!.publicKey : one!.publicKey,
    }));
    expect(await problemOf(swapped)).toContain("another public key");
  });

  it.each([
    ["vendor", "Eve", "does not match its digest"],
    ["amount", "30000001", ""],
    ["purpose", "gold", "does not match its digest"],
  ])("reveal an edit of the proposal's %s", async (field, value, message) => {
    const edited = withDocs("proposal", (body) => ({ ...body, [field]: value }));
    expect(await problemOf(edited)).toContain(message || "digest");
  });

  it("reveal an edit of who approved, and what", async () => {
    expect(await problemOf(withApprovals((one) => ({ ...one, id: "eve" })))).toContain(
      "another person",
    );
    expect(await problemOf(withApprovals(withoutSignature))).toContain("different signatures");
    expect(
      await problemOf(withApprovals((one) => ({ ...one, approvedAmount: "31000000" }))),
    ).toContain("lower amount");
    // The signatures of another proposal.
    const names = docs("proposal").map(
      ({ body }) => (body as unknown as Body).ruling.approvals[0]?.passkey,
    );
    const moved = withApprovals((one) => ({
      ...one,
      passkey: names.find((name) => name !== one.passkey) ?? one.passkey,
    }));
    expect(await problemOf(moved)).not.toBeNull();
  });

  it("reveal an edit of a signed administrative action", async () => {
    const other = withDocs("administrative_payload", (body) =>
      "rules" in body ? { ...body, rules: '{"version":1,"rules":[]}' } : body,
    );
    expect(await problemOf(other)).toContain("a signature of other values");
    expect(await problemOf(withDocs("administrative_payload", () => null))).toContain("missing");
  });

  it("reveal an edit of the entry's approvers", async () => {
    const edited = withEntries((entry) => {
      const body = entry.body as unknown as {
        decision?: { ruled?: { approvers: { text: string }[] } };
      };
      for (const approver of body.decision?.ruled?.approvers ?? []) {
        approver.text = approver.text.replace(/"passkey":"[0-9a-f]{4}/, '"passkey":"0000');
      }
      return entry;
    });
    expect(await problemOf(edited)).toContain("text of entry");
  });

  it("remain valid after the erasure of texts and names", async () => {
    expect(await world.treasury.eraseText({ workspaceId: "demo", operator: "ada" })).toMatchObject({
      kept: 2,
    });
    const erased = await partsOf(world.storage);
    const signatures = erased.filter(
      (part) => part.kind === "doc" && part.doc.kind === "passkey_signature",
    );
    expect(signatures).toHaveLength(6);
    expect(
      JSON.stringify(signatures, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    ).not.toMatch(/"ada"|"ben"/);
    expect(await problemOf(erased)).toBeNull();
  });
});
