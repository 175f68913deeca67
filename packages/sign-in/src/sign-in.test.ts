import { routes } from "@agent-treasury/contract";
import type { AuthenticationInput, AuthorizationInput } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import type { Role } from "./roles.ts";
import { type AccessMapping, type Identity, signIn } from "./sign-in.ts";

const input = {} as AuthenticationInput;

async function allowedFor(identity: Partial<Identity>, mapping: AccessMapping) {
  const { authenticate, authorize } = signIn(async () => ({ id: "ada", ...identity }), mapping);
  const operator = await authenticate(input);
  return (action: string, workspaceId: string | null = "demo", more: object = {}) =>
    authorize({ operator, action, workspaceId, ...more } as AuthorizationInput);
}

const ofRole = (role: Role, mapping: Partial<AccessMapping> = {}) =>
  allowedFor({ groups: ["g"] }, { roles: { g: role }, ...mapping });

describe("a role", () => {
  it("includes the previous one", async () => {
    const counts = [];
    for (const role of ["viewer", "member", "approver", "admin"] as const) {
      const allowed = await ofRole(role);
      counts.push(Object.keys(routes).filter((action) => allowed(action) === true).length);
    }
    expect(counts).toEqual([...counts].toSorted((one, other) => one - other));
    expect(new Set(counts).size).toBe(4);
    expect(counts[3]).toBe(Object.keys(routes).length);
  });

  it.each([
    ["viewer", ["readTreasury", "readInbox"], ["createProposal", "decideProposal"]],
    [
      "member",
      ["createProposal", "runTurn", "confirmDeposit"],
      ["decideProposal", "freeze", "plugin:push:subscribe"],
    ],
    [
      "approver",
      ["decideProposal", "freeze", "plugin:push:subscribe"],
      ["publishRules", "issueCredential", "setBudget"],
    ],
    ["admin", ["publishRules", "plugin:shop:refund"], []],
  ] as const)("%s allows its actions", async (role, may, mayNot) => {
    const allowed = await ofRole(role);
    expect(may.filter((action) => allowed(action) !== true)).toEqual([]);
    expect(mayNot.filter((action) => allowed(action) === true)).toEqual([]);
  });

  it("below admin allows no other route that changes data", async () => {
    const allowed = await ofRole("approver");
    const others = ["toString", "plugin:shop:refund", "aLaterRoute", "resetTreasury"];
    expect(others.filter((action) => allowed(action) === true)).toEqual([]);
  });

  it("is the highest of the person's groups, and none without one", async () => {
    const roles = { a: "viewer", b: "approver", "*": "viewer" } as const;
    expect((await allowedFor({ groups: ["a", "b"] }, { roles }))("decideProposal")).toBe(true);
    expect((await allowedFor({ groups: ["a"] }, { roles }))("decideProposal")).toBe(false);
    expect((await allowedFor({}, { roles: { a: "admin" } }))("readTreasury")).toBe(false);
    const inherited = await allowedFor({ groups: ["constructor"] }, { roles: { a: "admin" } });
    expect(inherited("readTreasury")).toBe(false);
  });

  it("that is unknown is rejected", () => {
    const roles = { finance: "owner" as Role };
    expect(() => signIn(async () => null, { roles })).toThrow(
      '`roles` gives "finance" an unknown role.',
    );
    expect(() => signIn(async () => null, { roles: {} })).toThrow("`roles` is empty");
    const misspelled = { roles: { "*": "viewer" }, organisations: {} } as AccessMapping;
    expect(() => signIn(async () => null, misspelled)).toThrow("organizations");
  });
});

describe("an action without a workspace", () => {
  it("is allowed for lists, and otherwise with every workspace only", async () => {
    const one = await ofRole("admin");
    const all = await ofRole("admin", { workspaces: "all" });
    expect([one("listWorkspaces", null), all("listWorkspaces", null)]).toEqual([true, true]);
    expect([one("freezeAll", null), all("freezeAll", null)]).toEqual([false, true]);
    expect([one("readTreasury", "acme"), all("readTreasury", "acme")]).toEqual([false, true]);
  });
});

describe("other callers", () => {
  const mapping = { roles: { "*": "admin" }, channels: ["demo"] } as const;
  const person = { operator: { id: "ada", name: "Ada" } };

  it("agents are limited by the treasury itself", async () => {
    const allowed = await allowedFor({}, mapping);
    const agent = { operator: null, agent: { id: "buyer" } };
    expect(allowed("createProposal", "acme", agent)).toBe(true);
  });

  it("people of channels decide in the listed workspaces only", async () => {
    const allowed = await allowedFor({}, mapping);
    const inSlack = { ...person, channel: "slack" };
    expect(allowed("decideProposal", "demo", inSlack)).toBe(true);
    expect(allowed("resumeTurn", "demo", inSlack)).toBe(true);
    expect(allowed("publishRules", "demo", inSlack)).toBe(false);
    expect(allowed("decideProposal", "acme", inSlack)).toBe(false);
    const byDefault = await allowedFor({}, { roles: mapping.roles });
    expect(byDefault("decideProposal", "demo", inSlack)).toBe(false);
  });

  it("that did not sign in here are denied", async () => {
    const allowed = await allowedFor({}, mapping);
    expect(allowed("readTreasury", "demo", person)).toBe(false);
    expect(allowed("readTreasury", "demo", { operator: null })).toBe(false);
  });
});

const operatorOf = (identity: Partial<Identity>, mapping: AccessMapping) =>
  signIn(async () => ({ id: "ada", ...identity }), mapping).authenticate(input);

describe("an operator", () => {
  it("has the groups of the mapping, under the names of the rules", async () => {
    const groups = [..."0123456789".repeat(6)].map((digit, index) => `${digit}-${index}`);
    const roles = { "0-0": "approver" } as const;
    expect(await operatorOf({ groups }, { roles })).toMatchObject({ groups: ["0-0"] });
    const renamed = { roles, groups: { "0-0": "finance", "1-1": "finance", "9-99": "it" } };
    expect(await operatorOf({ groups }, renamed)).toMatchObject({ groups: ["finance"] });
  });

  it("is named by the id without a name, and keeps its access when it is copied", async () => {
    const { authenticate, authorize } = signIn(async () => ({ id: "ada", name: " " }), {
      roles: { "*": "viewer" },
    });
    const operator = await authenticate(input);
    expect(operator).toMatchObject({ id: "ada", name: "ada" });
    expect(JSON.stringify(operator)).toBe('{"id":"ada","name":"ada","groups":[]}');
    const copied = { ...operator, credential: "1" };
    const asked = { operator: copied, action: "readTreasury", workspaceId: "demo" };
    expect(authorize(asked as unknown as AuthorizationInput)).toBe(true);
  });
});
