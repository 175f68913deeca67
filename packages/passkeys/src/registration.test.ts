import type {
  PasskeyInvitation,
  PasskeyList,
  PasskeyRegistration,
  RemovedPasskey,
} from "@agent-treasury/contract";
import { type SoftwareAuthenticator, softwareAuthenticator } from "@agent-treasury/testing/node";
import { describe, expect, it } from "vitest";
import { origin, passkeyWorld, type PasskeyWorld, signed } from "./passkey-world.fixture.ts";

const hour = 3_600_000;
const begin = "POST /treasury/passkey-registrations";

function invite(world: PasskeyWorld, by: string, personId: string) {
  return world.send<PasskeyInvitation>(by, "POST /treasury/passkey-invitations", { personId });
}

function beginWith(world: PasskeyWorld, person: string, invitation: string) {
  return world.send<PasskeyRegistration>(person, begin, { invitation });
}

function add(
  world: PasskeyWorld,
  person: string,
  { nonce, options }: PasskeyRegistration,
  authenticator: Pick<SoftwareAuthenticator, "create"> = softwareAuthenticator({ origin }),
) {
  const registration = authenticator.create(options);
  return world.send(person, "POST /treasury/passkeys", { nonce, name: "Laptop", registration });
}

async function listed(world: PasskeyWorld, person = "ada") {
  const { body } = await world.send<PasskeyList>(person, "GET /treasury/passkeys");
  return body.passkeys;
}

async function idOf(world: PasskeyWorld, person: string): Promise<string> {
  return (await listed(world)).find(({ personId }) => personId === person)?.id ?? "";
}

function remove(world: PasskeyWorld, person: string, id: string, passkey?: object) {
  const body = { ...(passkey && { passkey }) };
  return world.send<RemovedPasskey>(person, `POST /treasury/passkeys/${id}/remove`, body);
}

describe("an invitation", () => {
  it("registers one passkey of its person", async () => {
    const world = passkeyWorld();
    const { body } = await invite(world, "ben", "ada");
    expect(body).toMatchObject({ personId: "ada", action: { status: "done" } });
    expect((await beginWith(world, "eve", body.token)).body.code).toBe(
      "passkey_invitation_invalid",
    );
    const begun = (await beginWith(world, "ada", body.token)).body;
    expect(begun.options).toMatchObject({
      rp: { id: "localhost", name: "Treasury" },
      user: { name: "ada", displayName: "ada" },
      authenticatorSelection: { userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
    });
    expect((await add(world, "eve", begun)).body.code).toBe("passkey_rejected");
    expect((await add(world, "ada", begun)).status).toBe(200);
    expect((await add(world, "ada", begun)).body.code).toBe("passkey_rejected");
    expect((await beginWith(world, "ada", body.token)).body.code).toBe(
      "passkey_invitation_invalid",
    );
    expect(await listed(world)).toMatchObject([
      { personId: "ada", name: "Laptop", isSynced: false },
    ]);
  });

  it("is stored as a digest, valid for 24 hours, and replaced by the next one", async () => {
    const world = passkeyWorld();
    const first = (await invite(world, "ada", "ada")).body.token;
    const second = (await invite(world, "ada", "ada")).body.token;
    expect((await beginWith(world, "ada", first)).body.code).toBe("passkey_invitation_invalid");
    const begun = (await beginWith(world, "ada", second)).body;
    const actions = JSON.stringify(await world.treasury.actions.list());
    expect(actions).not.toContain(second);
    world.advance(24 * hour);
    expect((await beginWith(world, "ada", second)).body.code).toBe("passkey_invitation_invalid");
    expect((await add(world, "ada", begun)).body.code).toBe("passkey_rejected");
  });

  it("keeps its person until it expires, and not after an erasure then", async () => {
    const world = passkeyWorld();
    await invite(world, "ada", "carol");
    const invited = async (): Promise<boolean> => {
      const docs: unknown[] = [];
      for await (const part of world.storage.copy("demo")) {
        if (part.kind === "doc") docs.push(part.doc.body);
      }
      return JSON.stringify(docs).includes("carol");
    };
    expect(await world.treasury.eraseText({ workspaceId: "demo" })).toMatchObject({ kept: 1 });
    expect(await invited()).toBe(true);
    world.advance(24 * hour);
    expect(await world.treasury.eraseText({ workspaceId: "demo" })).toMatchObject({ kept: 0 });
    expect(await invited()).toBe(false);
  });

  it("is used once by concurrent registrations", async () => {
    const world = passkeyWorld();
    const { token } = (await invite(world, "ada", "ada")).body;
    const begun = [await beginWith(world, "ada", token), await beginWith(world, "ada", token)];
    const added = await Promise.all(begun.map(({ body }) => add(world, "ada", body)));
    expect(added.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 403,
    ]);
    expect(await listed(world)).toHaveLength(1);
  });

  it("of the person needs another person, once the person has a passkey", async () => {
    const world = passkeyWorld();
    await world.register("ada");
    const { body } = await invite(world, "ada", "ada");
    expect(body.action).toMatchObject({
      status: "pending",
      approvals: { missing: ["1 more approval by another person than the proposer"] },
    });
    expect((await beginWith(world, "ada", body.token)).body.code).toBe(
      "passkey_invitation_invalid",
    );
    const route = `POST /treasury/actions/${body.action.id}/decide`;
    await world.send("ada", route, { decision: "approve" });
    expect((await beginWith(world, "ada", body.token)).body.code).toBe(
      "passkey_invitation_invalid",
    );
    await world.send("ben", route, { decision: "approve" });
    expect((await beginWith(world, "ada", body.token)).status).toBe(200);
  });

  it("needs all that the rules require, also a passkey", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    await world.publishSigned("ada", ada, signed);
    const { body } = await invite(world, "ben", "cy");
    expect(body.action).toMatchObject({ status: "pending", approvals: { needsPasskey: true } });
    const ask = { intent: "approve_action", id: body.action.id } as const;
    const passkey = await world.sign("ada", ada, ask);
    const route = `POST /treasury/actions/${body.action.id}/decide`;
    await world.send("ada", route, { decision: "approve", passkey });
    expect((await beginWith(world, "cy", body.token)).status).toBe(200);
  });
});

describe("a new passkey is rejected", () => {
  it.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["without user verification", { origin, verifiesUser: false }],
    ["within a page of another origin", { origin, isEmbedded: true }],
  ])("%s", async (_, options) => {
    const world = passkeyWorld();
    const { token } = (await invite(world, "ada", "ada")).body;
    const begun = (await beginWith(world, "ada", token)).body;
    const { body } = await add(world, "ada", begun, softwareAuthenticator(options));
    expect(body.code).toBe("passkey_rejected");
    expect(await listed(world)).toEqual([]);
  });

  it("with another challenge", async () => {
    const world = passkeyWorld();
    const { token } = (await invite(world, "ada", "ada")).body;
    const one = (await beginWith(world, "ada", token)).body;
    const other = (await beginWith(world, "ada", token)).body;
    const { body } = await add(world, "ada", { ...one, options: other.options });
    expect(body.code).toBe("passkey_rejected");
  });

  it("that is registered, or was", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const { token } = (await invite(world, "ada", "ben")).body;
    const begun = (await beginWith(world, "ben", token)).body;
    expect((await add(world, "ben", begun, ada)).body.code).toBe("passkey_rejected");
  });
});

describe("another passkey", () => {
  it("is registered with a signature by one of the person", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const passkey = await world.sign("ada", ada, { intent: "add_passkey" });
    const byOther = await world.send("ben", begin, { passkey });
    expect(byOther.body.code).toBe("passkey_rejected");
    const begun = await world.send<PasskeyRegistration>("ada", begin, { passkey });
    expect(begun.body.options.excludeCredentials).toMatchObject([{ id: ada.credentialId }]);
    expect((await world.send("ada", begin, { passkey })).body.code).toBe("passkey_rejected");
    expect((await add(world, "ada", begun.body)).status).toBe(200);
    expect(await listed(world)).toHaveLength(2);
    expect(await world.treasury.verify()).toMatchObject({ valid: true });
  });

  it("is not registered once the passkey that signed is removed", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const passkey = await world.sign("ada", ada, { intent: "add_passkey" });
    const begun = await world.send<PasskeyRegistration>("ada", begin, { passkey });
    const id = await idOf(world, "ada");
    const removal = await world.sign("ada", ada, { intent: "remove_passkey", id });
    expect((await remove(world, "ada", id, removal)).status).toBe(200);
    expect((await add(world, "ada", begun.body)).body.code).toBe("passkey_rejected");
    expect(await listed(world)).toHaveLength(0);
  });

  it("is not registered with a signature of something else", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const { id } = await world.propose();
    const passkey = await world.sign("ada", ada, { intent: "approve_proposal", id });
    expect((await world.send("ada", begin, { passkey })).body.code).toBe("passkey_rejected");
  });

  it("is limited to 10 of a person", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const next = async () => {
      const passkey = await world.sign("ada", ada, { intent: "add_passkey" });
      return world.send<PasskeyRegistration>("ada", begin, { passkey });
    };
    for (let count = 1; count < 10; count += 1) await add(world, "ada", (await next()).body);
    expect((await next()).body.code).toBe("passkey_limit_reached");
    expect((await invite(world, "ada", "ada")).body.code).toBe("passkey_limit_reached");
  });
});

describe("the removal of a passkey", () => {
  it("takes a signature of its person", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    const ben = await world.register("ben");
    const [adas, bens] = [await idOf(world, "ada"), await idOf(world, "ben")];
    const byBen = await world.sign("ben", ben, { intent: "remove_passkey", id: adas });
    expect((await remove(world, "ben", adas, byBen)).body.code).toBe("passkey_rejected");
    const ofBens = await world.sign("ada", ada, { intent: "remove_passkey", id: bens });
    expect((await remove(world, "ada", adas, ofBens)).body.code).toBe("passkey_rejected");
    const own = await world.sign("ada", ada, { intent: "remove_passkey", id: adas });
    expect((await remove(world, "ada", adas, own)).body).toMatchObject({
      passkey: { id: adas },
      action: null,
    });
    expect(await listed(world)).toMatchObject([{ id: bens }]);
    expect((await remove(world, "ada", adas)).body.code).toBe("passkey_not_found");
    expect(await world.treasury.verify()).toMatchObject({ valid: true });
  });

  it("or two persons", async () => {
    const world = passkeyWorld();
    await world.register("ada");
    const id = await idOf(world, "ada");
    const { action } = (await remove(world, "ada", id)).body;
    expect(action).toMatchObject({
      type: "remove_passkey",
      status: "pending",
      details: { passkey: { id, personId: "ada", name: "Laptop" } },
      approvals: { given: 1, needed: 2 },
    });
    const route = `POST /treasury/actions/${action?.id}/decide`;
    await world.send("ada", route, { decision: "approve" });
    expect(await listed(world)).toHaveLength(1);
    const done = await world.send("ben", route, { decision: "approve" });
    expect(done.body).toMatchObject({ action: { status: "done", result: id } });
    expect(await listed(world)).toEqual([]);
  });

  it("is refused while a published rule needs it", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    await world.publishSigned("ada", ada, signed);
    const id = await idOf(world, "ada");
    const signature = await world.sign("ada", ada, { intent: "remove_passkey", id });
    const { body } = await remove(world, "ada", id, signature);
    expect(body).toMatchObject({ code: "passkey_needed" });
    expect((await remove(world, "ada", id)).body.code).toBe("passkey_needed");
    const add2 = await world.sign("ada", ada, { intent: "add_passkey" });
    await add(
      world,
      "ada",
      (await world.send<PasskeyRegistration>("ada", begin, { passkey: add2 })).body,
    );
    const again = await world.sign("ada", ada, { intent: "remove_passkey", id });
    expect((await remove(world, "ada", id, again)).status).toBe(200);
  });
});

describe("a rule with `passkey`", () => {
  it("is published only if enough persons have one", async () => {
    const world = passkeyWorld();
    const refused = await world.publish("ada", signed);
    expect(refused.body).toMatchObject({ code: "invalid_request" });
    expect(JSON.stringify(refused.body)).toContain(
      "`passkey` needs 1 person with a passkey, and this workspace has 0",
    );
    const ada = await world.register("ada");
    const requireApprovals = { count: 1, passkey: true, notProposer: true };
    const others = { version: 1, rules: [{ id: "other", then: { requireApprovals } }] } as const;
    expect(JSON.stringify((await world.publish("ada", others)).body)).toContain("needs 2 persons");
    expect((await world.publish("ada", signed)).body.action.status).toBe("pending");
    expect((await world.publishSigned("ada", ada, signed)).body.action.status).toBe("done");
    await world.treasury.reset({ operator: "ada" }).catch(() => undefined);
    expect(await listed(world)).toHaveLength(1);
  });

  it("can be changed only with a passkey, also by the person who started the change", async () => {
    const world = passkeyWorld();
    const ada = await world.register("ada");
    await world.publishSigned("ada", ada, signed);
    const { action } = (await world.publish("ada", { version: 1, rules: [] })).body;
    expect(action).toMatchObject({
      status: "pending",
      approvals: { given: 0, needsPasskey: true },
    });
    const route = `POST /treasury/actions/${action.id}/decide`;
    const plain = await world.send("ada", route, { decision: "approve" });
    expect(plain.body).toMatchObject({ action: { status: "pending" } });
    const { action: second } = (await world.publish("ada", { version: 1, rules: [] })).body;
    const ofOther = await world.sign("ada", ada, { intent: "approve_action", id: second.id });
    const refused = await world.send("ada", route, { decision: "approve", passkey: ofOther });
    expect(refused.body.code).toBe("passkey_rejected");
    const passkey = await world.sign("ada", ada, { intent: "approve_action", id: action.id });
    const denial = await world.send("ada", route, { decision: "deny", passkey });
    expect(denial.body.code).toBe("passkey_rejected");
    const done = await world.send("ada", route, { decision: "approve", passkey });
    expect(done.body).toMatchObject({ action: { status: "done" } });
    expect((await world.treasury.rules.current()).publication?.number).toBe(2);
  });
});
