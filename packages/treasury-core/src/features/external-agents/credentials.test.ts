import type { CredentialPage, RevokedCredential } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { adasToken, agentWorld, bearer, lamp, sendTo } from "./agent-world.fixture.ts";
import { maximumCredentials } from "./credential-action.ts";
import { placeOf } from "./credential-token.ts";

const minute = 60_000;
const day = 86_400_000;
const operator = bearer(adasToken);

function statusOf({ send }: ReturnType<typeof agentWorld>, token: string): Promise<number> {
  const path = "GET /treasury/proposals/prop_0";
  return send(path, bearer(token)).then(({ status }) => status);
}

describe("a credential", () => {
  it("names its workspace and its id, and is stored as a digest only", async () => {
    const world = agentWorld();
    const { token, credential } = await world.issue({ owner: "grace" });
    expect(placeOf(token)).toEqual({ workspaceId: "acme", credentialId: credential.id });
    expect(credential).toMatchObject({
      workspaceId: "acme",
      agentId: "buyer",
      name: "Buyer",
      ownerId: "grace",
      issuedBy: "Ada",
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    });
    const { docs } = await contentsOf(world.storage, "acme");
    const stored = JSON.stringify(docs.map(({ body }) => body));
    expect(stored).toContain(credential.agentId);
    expect(stored).not.toContain(token.slice(-64));
  });

  it("is accepted until it is revoked, in every process at once", async () => {
    const world = agentWorld();
    const { token, credential } = await world.issue();
    expect(await statusOf(world, token)).toBe(404);
    const route = `POST /treasury/credentials/${credential.id}/revoke`;
    const body = { workspaceId: "acme" };
    const revoked = await sendTo<RevokedCredential>(world.open(), route, operator, body);
    expect(revoked.body.credential).toMatchObject({ revokedBy: "Ada" });
    expect(await statusOf(world, token)).toBe(401);
    world.clock.advance(day);
    const again = await world.send<RevokedCredential>(route, operator, body);
    expect(again.body.credential.revokedAt).toBe(revoked.body.credential.revokedAt);
  });

  it("is accepted until it expires by the clock of the storage", async () => {
    const world = agentWorld();
    const { token, credential } = await world.issue({ expiresInDays: 1 });
    expect(Date.parse(credential.expiresAt ?? "") - Date.parse(credential.issuedAt)).toBe(day);
    world.clock.advance(day - 1);
    expect(await statusOf(world, token)).toBe(404);
    world.clock.advance(1);
    expect(await statusOf(world, token)).toBe(401);
  });

  it("is not accepted with the secret of another one", async () => {
    const world = agentWorld();
    const [one, other] = [await world.issue(), await world.issue()];
    const mixed = one.token.slice(0, -64) + other.token.slice(-64);
    expect(await statusOf(world, mixed)).toBe(401);
    const elsewhere = one.token.replace(/^agt_[^_]+/, `agt_${btoa("demo").replace(/=+$/, "")}`);
    expect(placeOf(elsewhere)?.workspaceId).toBe("demo");
    expect(await statusOf(world, elsewhere)).toBe(401);
  });

  it("remains valid after a reset", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    await world.treasury.reset({ workspaceId: "acme", operator: "Ada" });
    expect(await statusOf(world, token)).toBe(404);
    expect(
      (await world.treasury.credentials.list({ workspaceId: "acme" })).credentials,
    ).toHaveLength(1);
  });

  it("shows its last use, written at most every 10 minutes", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    const version = async () => (await contentsOf(world.storage, "acme")).head?.version;
    const lastUse = async () => {
      const { credentials } = await world.treasury.credentials.list({ workspaceId: "acme" });
      return Date.parse(credentials[0]?.lastUsedAt ?? "1970-01-01");
    };
    await statusOf(world, token);
    await expect.poll(lastUse).toBe(world.clock.now());
    const first = await version();
    world.clock.advance(10 * minute - 1);
    for (let use = 0; use < 5; use += 1) await statusOf(world, token);
    expect(await version()).toBe(first);
    world.clock.advance(1);
    await Promise.all([statusOf(world, token), statusOf(world, token)]);
    await expect.poll(lastUse).toBe(world.clock.now());
    expect(await version()).toBe((first ?? 0n) + 1n);
  });

  it("cannot have the id of the built-in agent or of a person", async () => {
    const { treasury } = agentWorld();
    for (const agentId of ["agent", "person", "", "a b", "-a", "a".repeat(65)]) {
      await expect(treasury.credentials.issue({ agentId, name: "Buyer" })).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
  });
});

describe("the credentials of a workspace", () => {
  it("are listed newest first by pages, across epochs and with revoked ones", async () => {
    const world = agentWorld();
    const names = ["a", "b", "c", "d"];
    for (const name of names) {
      const { credential } = await world.issue({ name });
      if (name === "b") {
        await world.treasury.credentials.revoke({
          workspaceId: "acme",
          credentialId: credential.id,
        });
        await world.treasury.reset({ workspaceId: "acme", operator: "Ada" });
      }
    }
    const listed: string[] = [];
    let page: CredentialPage = { credentials: [], cursor: "" };
    while (page.cursor !== null) {
      const query = `workspaceId=acme&limit=3${page.cursor && `&cursor=${page.cursor}`}`;
      const path = `GET /treasury/credentials?${query}`;
      page = (await world.send<CredentialPage>(path, operator)).body;
      listed.push(...page.credentials.map(({ name }) => name));
    }
    expect(listed).toEqual(names.toReversed());
  });

  it("are limited, without expired and revoked ones", async () => {
    const { treasury, clock } = agentWorld();
    const issue = (expiresInDays?: number) =>
      treasury.credentials.issue({
        agentId: "buyer",
        name: "Buyer",
        ...(expiresInDays !== undefined && { expiresInDays }),
      });
    const { credential } = await issue();
    for (let count = 1; count < maximumCredentials; count += 1) await issue(1);
    await expect(issue()).rejects.toMatchObject({ code: "credential_limit_reached" });
    await treasury.credentials.revoke({ credentialId: credential.id });
    await issue(1);
    await expect(issue()).rejects.toMatchObject({ code: "credential_limit_reached" });
    clock.advance(day);
    await issue();
  });

  it("of one agent are one agent, with one purchase for the same values", async () => {
    const world = agentWorld();
    const [one, other] = [await world.issue(), await world.issue({ name: "Buyer (new key)" })];
    const stranger = await world.issue({ agentId: "seller" });
    const propose = async (token: string) =>
      (await world.send("POST /treasury/proposals", bearer(token), lamp)).body.proposal;
    const first = await propose(one.token);
    expect(await propose(other.token)).toEqual(first);
    expect(first).toMatchObject({ agentId: "buyer", proposedBy: "Buyer", onBehalfOf: "Ada" });
    expect((await propose(stranger.token)).id).not.toBe(first.id);
    const path = `GET /treasury/proposals/${first.id}`;
    expect((await world.send(path, bearer(other.token))).body.proposal).toEqual(first);
    expect(await world.send(path, bearer(stranger.token))).toMatchObject({
      status: 404,
      body: { code: "proposal_not_found" },
    });
  });

  it("cannot be revoked from another workspace", async () => {
    const { treasury, issue } = agentWorld();
    const { credential } = await issue();
    await expect(
      treasury.credentials.revoke({ workspaceId: "demo", credentialId: credential.id }),
    ).rejects.toMatchObject({ code: "credential_not_found" });
  });
});
