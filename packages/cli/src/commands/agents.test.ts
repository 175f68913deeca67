import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury agents", () => {
  const place = sqlitePlace();

  /** A deployment whose approvers sign in. */
  function open() {
    return createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.database.slice("sqlite:".length) }),
      budget: { startingCapitalUsd: 100 },
      authenticate: () => null,
    });
  }

  async function statusWith(token: string): Promise<number> {
    const treasury = open();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ amountUsd: 5, vendor: "Acme", purpose: "paper" });
    const url = "http://localhost:3000/api/service/treasury/proposals";
    const { status } = await treasury.handler(new Request(url, { method: "POST", headers, body }));
    await treasury.close();
    return status;
  }

  it("issues a credential that a deployment accepts until it is revoked", async () => {
    const treasury = open();
    await treasury.propose({ workspaceId: "acme", amountUsd: 5, vendor: "Acme", purpose: "tea" });
    await treasury.close();
    const words = ["--workspace", "acme", "--database", place.database];

    const about = ["--agent", "buyer", "--name", "Acme's buyer", "--owner", "grace"];
    const issue = ["agents", "issue", ...words, ...about, "--operator", "Ada", "--json"];
    const issued = await run(issue);
    expect(issued.stderr).toBe("");
    const { credential, token } = JSON.parse(issued.stdout);
    expect(credential).toMatchObject({ agentId: "buyer", owner: "grace", issuedBy: "Ada" });
    expect(await statusWith(token)).toBe(200);

    const { stdout: listed } = await run(["agents", "list", ...words]);
    expect(listed).toMatch(/^ID {6}AGENT {2}NAME {10}OWNER {2}STATE {10}LAST USED\n/);
    expect(listed).toContain(
      `${credential.id.slice(0, 6)}  buyer  Acme's buyer  grace  expires never`,
    );
    expect(listed).not.toContain(token);

    const revoke = ["agents", "revoke", credential.id.slice(0, 6), ...words, "--operator", "Bob"];
    expect((await run(revoke)).stdout).toContain("revoked 20");
    expect(await statusWith(token)).toBe(401);
  });

  it("issues a credential of a meter", async () => {
    const treasury = open();
    await treasury.setBudget({ workspaceId: "acme", limits: {} });
    await treasury.close();
    const words = ["--workspace", "acme", "--database", place.database];
    const issue = ["agents", "issue", ...words, "--agent", "meter", "--role", "meter"];
    const issued = await run([...issue, "--json"]);
    expect(JSON.parse(issued.stdout).credential).toMatchObject({ role: "meter" });
    expect((await run([...issue, "--role", "person"])).stderr).toContain("agent, meter");
  });

  it("issues a credential that another person has to approve under a rule of two", async () => {
    const workspaceId = "two";
    const treasury = open();
    const rules = [{ id: "two", then: { requireApprovals: { count: 2 } } }];
    const publication = { workspaceId, rules: { version: 1, rules }, operator: "Ada" } as const;
    const { action: published } = await treasury.rules.publish(publication);
    const approval = { workspaceId, actionId: published.id, decision: "approve" } as const;
    await treasury.actions.decide({ ...approval, operator: "Ben" });
    await treasury.close();
    const words = ["--workspace", workspaceId, "--database", place.database];

    const issue = ["agents", "issue", ...words, "--agent", "buyer", "--operator", "Ada"];
    const { stdout } = await run(issue);
    expect(stdout).toContain("The token is valid once this administrative action is approved:");
    const [token = ""] = /agt_\S+/.exec(stdout) ?? [];
    expect(token).not.toBe("");
    const pending = async () => {
      const { stdout: text } = await run(["actions", "list", ...words, "--status", "pending"]);
      return /^(\w+) {2}issue_credential/m.exec(text)?.[1];
    };
    const action = (await pending()) ?? "";
    expect((await run(["agents", "list", ...words])).stdout).toContain("no credentials");
    await run(["actions", "approve", action, ...words, "--operator", "Ben"]);
    expect(await pending()).toBeUndefined();
    expect((await run(["agents", "list", ...words])).stdout).toContain("buyer");
  });

  it.each([
    [["issue", "--agent", "agent"], "must not be `agent`, `person` or `plugin:…`"],
    [["issue", "--agent", "buyer", "--expires-in-days", "soon"], "Use a number above zero"],
    [["issue"], "--agent"],
    [["revoke"], "credential"],
    [["revoke", "none"], "does not exist"],
  ])("rejects %j", async (words, problem) => {
    const treasury = open();
    await treasury.propose({ workspaceId: "acme", amountUsd: 5, vendor: "Acme", purpose: "tea" });
    await treasury.close();
    const at = ["--workspace", "acme", "--database", place.database];
    const { exitCode, stderr } = await run(["agents", ...words, ...at]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(problem);
  });

  it("requires an existing workspace, because a new one needs its deployment's options", async () => {
    await open().close();
    const treasury = open();
    await treasury.propose({ workspaceId: "acme", amountUsd: 5, vendor: "Acme", purpose: "tea" });
    // A read returns the starting capital and stores nothing.
    await treasury.state("beta");
    await treasury.close();
    const at = ["--workspace", "beta", "--database", place.database];
    const { exitCode, stderr } = await run(["agents", "issue", "--agent", "buyer", ...at]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("beta does not exist")]);
    expect(stderr).toContain("first change, such as POST /treasury/credentials");
  });
});
