import type { PasskeySignature } from "@agent-treasury/contract";
import { type SoftwareAuthenticator, softwareAuthenticator } from "@agent-treasury/testing/node";
import { beforeAll, describe, expect, it } from "vitest";
import { origin, passkeyWorld, type PasskeyWorld, signed } from "./passkey-world.fixture.ts";

const minute = 60_000;

type SignedWorld = PasskeyWorld & Record<"ada" | "ben", SoftwareAuthenticator>;

/** Ada and Ben have passkeys, and each spend needs one. */
async function signedWorld(): Promise<SignedWorld> {
  const world = passkeyWorld();
  const ada = await world.register("ada");
  const ben = await world.register("ben");
  expect((await world.publishSigned("ada", ada, signed)).body.action.status).toBe("done");
  return { ...world, ada, ben };
}

describe("an approval with a passkey", () => {
  it("executes a spend that a session alone cannot approve", async () => {
    const { propose, decide, sign, ada, treasury } = await signedWorld();
    const { id: proposalId, approvals } = await propose();
    expect(approvals).toMatchObject({
      missing: ["1 more approval with a passkey"],
      needsPasskey: true,
    });
    const alone = await decide("ada", { proposalId });
    expect(alone.body.proposal).toMatchObject({ status: "pending", approvals: { given: 0 } });
    const passkey = await sign("ada", ada, { intent: "approve_proposal", id: proposalId });
    const { body } = await decide("ada", { proposalId, passkey });
    expect(body.proposal).toMatchObject({
      status: "executed",
      operator: "ada",
      approvals: { given: 1, missing: [], by: [{ name: "ada", passkey: true }] },
    });
    expect(body.proposal.approvals).not.toHaveProperty("needsPasskey");
    expect(await treasury.verify()).toMatchObject({ valid: true });
    const { passkeys } = await treasury.passkeys.list();
    expect(passkeys.map(({ lastUsedAt }) => lastUsedAt === null)).toEqual([false, true]);
  });

  it("is of the approved amount", async () => {
    const { propose, decide, sign, ada } = await signedWorld();
    const { id: proposalId } = await propose(12);
    const ask = { intent: "approve_proposal", id: proposalId, approvedAmountUsd: 10 } as const;
    const passkey = await sign("ada", ada, ask);
    const { body } = await decide("ada", { proposalId, passkey, approvedAmountUsd: 10 });
    expect(body.proposal).toMatchObject({ status: "executed", capturedUsd: 10 });
  });

  it("is recorded once for repeated requests with one key", async () => {
    const { propose, decide, sign, ada } = await signedWorld();
    const { id: proposalId } = await propose();
    const passkey = await sign("ada", ada, { intent: "approve_proposal", id: proposalId });
    const first = await decide("ada", { proposalId, passkey }, "key-1");
    const again = await decide("ada", { proposalId, passkey }, "key-1");
    expect(again.status).toBe(200);
    expect(again.body.proposal).toEqual(first.body.proposal);
  });

  it("can also deny", async () => {
    const { propose, decide, sign, ada } = await signedWorld();
    const { id: proposalId } = await propose();
    const passkey = await sign("ada", ada, { intent: "deny_proposal", id: proposalId });
    const { body } = await decide("ada", { proposalId, passkey, decision: "deny" });
    expect(body.proposal.status).toBe("denied");
  });

  it("upgrades an approval of the same person without one", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const two = { id: "two", then: { requireApprovals: { count: 2 } } };
    const rules = { version: 1, rules: [...signed.rules, two] } as const;
    const { action } = (await world.publishSigned("ada", ada, rules)).body;
    await world.send("ben", `POST /treasury/actions/${action.id}/decide`, { decision: "approve" });
    const { id: proposalId } = await world.propose();
    const first = await world.decide("ada", { proposalId });
    expect(first.body.proposal.approvals).toMatchObject({ given: 1, needed: 2 });
    const passkey = await world.sign("ada", ada, { intent: "approve_proposal", id: proposalId });
    const second = await world.decide("ada", { proposalId, passkey });
    expect(second.body.proposal.approvals).toMatchObject({
      given: 1,
      missing: ["1 more approval"],
      by: [{ passkey: true }],
    });
    const { body } = await world.decide("ben", { proposalId });
    expect(body.proposal.status).toBe("executed");
  });
});

interface Change {
  readonly person?: string;
  readonly like?: Parameters<PasskeyWorld["sign"]>[3];
  readonly intent?: "approve_proposal" | "deny_proposal";
  readonly signer?: SoftwareAuthenticator;
  readonly amount?: number;
}

/** A challenge that Ada signed, with the nonce of another one. */
async function withOtherNonce(world: SignedWorld, id: string): Promise<PasskeySignature> {
  const ask = { intent: "approve_proposal", id } as const;
  const { assertion } = await world.sign("ada", world.ada, ask);
  const { body } = await world.challenge("ada", ask);
  return { nonce: body.nonce, assertion };
}

/** A challenge with the signature of another one. */
async function withOtherSignature(world: SignedWorld, id: string): Promise<PasskeySignature> {
  const ask = { intent: "approve_proposal", id } as const;
  const { nonce, assertion } = await world.sign("ada", world.ada, ask);
  const other = await world.sign("ada", world.ada, ask);
  const { signature } = other.assertion.response;
  return { nonce, assertion: { ...assertion, response: { ...assertion.response, signature } } };
}

describe("a signature is rejected", () => {
  let world: SignedWorld;

  beforeAll(async () => {
    world = await signedWorld();
  });

  /** Signs for one proposal as Ada, and decides the same or another request. */
  async function refusal(
    change: (proposalId: string) => object | Promise<object>,
    { person = "ada", like, intent = "approve_proposal", signer, amount }: Change = {},
  ): Promise<string | undefined> {
    const { id: proposalId } = await world.propose();
    const ask = {
      intent,
      id: proposalId,
      ...(amount !== undefined && { approvedAmountUsd: amount }),
    };
    const passkey = await world.sign("ada", signer ?? world.ada, ask, like);
    const { body } = await world.decide(person, {
      proposalId,
      passkey,
      ...(await change(proposalId)),
    });
    const { proposals } = await world.treasury.state();
    expect(proposals.find(({ id }) => id === proposalId)).toMatchObject({
      status: "pending",
      approvals: { given: 0, by: [] },
    });
    return body.code;
  }

  it("over another decision", async () => {
    expect(await refusal(() => ({}), { intent: "deny_proposal" })).toBe("passkey_rejected");
    expect(await refusal(() => ({ decision: "deny" }))).toBe("passkey_rejected");
  });

  it("over another amount", async () => {
    expect(await refusal(() => ({}), { amount: 3 })).toBe("passkey_rejected");
    expect(await refusal(() => ({ approvedAmountUsd: 5 }), { amount: 3 })).toBe("passkey_rejected");
    expect(await refusal(() => ({ approvedAmountUsd: 5 }))).toBe("passkey_rejected");
  });

  it("over another proposal, as of another payee or amount", async () => {
    for (const [amount, vendor] of [
      [12, "Acme"],
      [12, "Other"],
      [13, "Acme"],
    ] as const) {
      const { id } = await world.propose(amount, vendor);
      expect(await refusal(() => ({ proposalId: id }))).toBe("passkey_rejected");
      const { proposals } = await world.treasury.state();
      expect(proposals.find((one) => one.id === id)).toMatchObject({ status: "pending" });
    }
  });

  it("by another person, or with another person's passkey", async () => {
    expect(await refusal(() => ({}), { person: "ben" })).toBe("passkey_rejected");
    expect(await refusal(() => ({}), { signer: world.ben })).toBe("passkey_rejected");
    expect(await refusal(() => ({}), { signer: softwareAuthenticator({ origin }) })).toBe(
      "passkey_rejected",
    );
  });

  it("over another nonce", async () => {
    expect(await refusal(async (id) => ({ passkey: await withOtherNonce(world, id) }))).toBe(
      "passkey_rejected",
    );
    expect(
      await refusal(async (id) => {
        const passkey = await world.sign("ada", world.ada, { intent: "approve_proposal", id });
        return { passkey: { ...passkey, nonce: "0".repeat(32) } };
      }),
    ).toBe("passkey_rejected");
  });

  it.each([
    ["on another origin", { origin: "https://evil.example" }],
    ["on another port", { origin: "http://localhost:3001" }],
    ["within a page of another origin", { isEmbedded: true }],
    ["without user verification", { verifiesUser: false }],
  ])("%s", async (_, like) => {
    expect(await refusal(() => ({}), { like })).toBe("passkey_rejected");
  });

  it("over a digest that is not the proposal's", async () => {
    expect(await refusal(() => ({ digest: "0".repeat(64) }))).toBe("passkey_rejected");
  });

  it("with changed bytes", async () => {
    expect(await refusal(async (id) => ({ passkey: await withOtherSignature(world, id) }))).toBe(
      "passkey_rejected",
    );
  });
});

describe("a signature is valid once, for 5 minutes", () => {
  it("and not after it was used, even if its approval was withdrawn", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const rules = [...signed.rules, { id: "two", then: { requireApprovals: { count: 2 } } }];
    const { action } = (await world.publishSigned("ada", ada, { version: 1, rules })).body;
    await world.send("ben", `POST /treasury/actions/${action.id}/decide`, { decision: "approve" });
    const { id: proposalId } = await world.propose();
    const passkey = await world.sign("ada", ada, { intent: "approve_proposal", id: proposalId });
    const first = await world.decide("ada", { proposalId, passkey });
    expect(first.body.proposal.approvals.given).toBe(1);
    const route = `POST /treasury/proposals/${proposalId}/withdraw`;
    const withdrawn = await world.send<{ proposal: { approvals: object } }>("ada", route, {});
    expect(withdrawn.body.proposal.approvals).toMatchObject({ given: 0 });
    const again = await world.decide("ada", { proposalId, passkey });
    expect(again.body).toMatchObject({ code: "passkey_rejected" });
    const { proposal } = await world.treasury.proposal({ proposalId });
    expect(proposal.approvals.given).toBe(0);
  });

  it("also for concurrent requests", async () => {
    const { decide, sign, ada, treasury, propose } = await signedWorld();
    const { id: proposalId } = await propose();
    const passkey = await sign("ada", ada, { intent: "approve_proposal", id: proposalId });
    const all = Array.from({ length: 5 }, () => decide("ada", { proposalId, passkey }));
    const statuses = (await Promise.all(all))
      .map(({ status }) => status)
      .toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, 403, 403, 403, 403]);
    expect((await treasury.state()).expenseUsd).toBe(12);
  });

  it("and expires by the clock of the storage", async () => {
    const { decide, sign, ada, advance, propose } = await signedWorld();
    const { id: proposalId } = await propose();
    const ask = { intent: "approve_proposal", id: proposalId } as const;
    const late = await sign("ada", ada, ask);
    advance(5 * minute);
    const refused = await decide("ada", { proposalId, passkey: late });
    expect(refused.body.code).toBe("passkey_rejected");
    const inTime = await sign("ada", ada, ask);
    advance(5 * minute - 1_000);
    const { body } = await decide("ada", { proposalId, passkey: inTime });
    expect(body.proposal.status).toBe("executed");
  });

  it("and not after its passkey was removed", async () => {
    const { decide, sign, send, register, publishSigned, propose, treasury } = passkeyWorld();
    const ada = await register("ada");
    const second = await register("cy");
    await publishSigned("ada", ada, signed);
    const { id: proposalId } = await propose();
    const passkey = await sign("cy", second, { intent: "approve_proposal", id: proposalId });
    const { passkeys } = await treasury.passkeys.list();
    const id = passkeys.find(({ personId }) => personId === "cy")?.id ?? "";
    const removal = await sign("cy", second, { intent: "remove_passkey", id });
    const removed = await send("cy", `POST /treasury/passkeys/${id}/remove`, { passkey: removal });
    expect(removed).toMatchObject({ status: 200, body: { action: null } });
    const refused = await decide("cy", { proposalId, passkey });
    expect(refused.body.code).toBe("passkey_rejected");
  });

  it("and not if its counter is not above that of the last one", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada", softwareAuthenticator({ origin, counts: true }));
    await world.publishSigned("ada", ada, signed);
    const decide = async (counter: number) => {
      const { id: proposalId } = await world.propose();
      const ask = { intent: "approve_proposal", id: proposalId } as const;
      const passkey = await world.sign("ada", ada, ask, { counter });
      const { body } = await world.decide("ada", { proposalId, passkey });
      return body.code ?? body.proposal.status;
    };
    expect(await decide(7)).toBe("executed");
    expect(await decide(7)).toBe("passkey_rejected");
    expect(await decide(0)).toBe("passkey_rejected");
    expect(await decide(8)).toBe("executed");
  });
});
