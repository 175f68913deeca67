import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury freeze", () => {
  const place = sqlitePlace();
  const at = (): string[] => ["--database", place.database, "--operator", "Ada"];

  async function prepare(): Promise<void> {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
    });
    for (const workspaceId of ["acme", "demo"]) {
      await treasury.setBudget({ workspaceId, limits: {} });
    }
    await treasury.close();
  }

  it("stops and continues an agent, with a list of freezes", async () => {
    await prepare();
    const buyer = ["--workspace", "acme", "--agent", "buyer", ...at()];
    const frozen = await run(["freeze", ...buyer, "--reason", "It is confused."]);
    expect(frozen).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^agent buyer  frozen by Ada at .*  It is confused\.\n$/),
    });
    const list = ["freezes", "--workspace", "acme", "--database", place.database];
    expect((await run(list)).stdout).toMatch(
      /^SCOPE {2}ID {5}BY {3}AT {16}REASON\nagent {2}buyer {2}Ada {2}[-:\d ]{16} {2}It is confused\.\n$/,
    );
    expect((await run(["unfreeze", ...buyer])).stdout).toContain("unfreeze  done");
    expect((await run(list)).stdout).toBe("acme has no freezes.\n");
    expect(await run(["unfreeze", ...buyer])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("No such freeze"),
    });
  });

  it("warns of an agent without a credential and a proposal", async () => {
    await prepare();
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
    });
    const spend = { amountUsd: 5, vendor: "Namecheap", purpose: "a domain" };
    await treasury.propose({ workspaceId: "acme", agentId: "clerk", ...spend });
    await treasury.close();
    await run(["agents", "issue", "--workspace", "acme", "--agent", "buyer", ...at()]);
    const freeze = (agent: string) =>
      run(["freeze", "--workspace", "acme", "--agent", agent, ...at()]);
    for (const agent of ["buyer", "clerk", "agent"]) {
      expect(await freeze(agent)).toMatchObject({ exitCode: 0, stderr: "" });
    }
    expect(await freeze("buyr 1")).toEqual({
      exitCode: 0,
      stdout: expect.stringContaining("agent buyr 1  frozen by Ada"),
      stderr:
        'Warning: no agent "buyr 1" has a credential or a proposal in acme. The built-in agent is "agent".\n',
    });
  });

  it("stops and continues all workspaces", async () => {
    await prepare();
    const frozen = await run(["freeze", "--all", ...at()]);
    expect(frozen).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("2 workspaces are frozen, 0 could not be reached."),
    });
    const { stdout } = await run(["unfreeze", "--all", "--json", ...at()]);
    expect(JSON.parse(stdout)).toMatchObject({ done: ["acme", "demo"], missing: [] });
  });

  it("rejects scopes that contradict each other", async () => {
    await prepare();
    const scopes = [
      [],
      ["--all", "--workspace", "acme"],
      ["--workspace", "acme", "--agent", "a", "--vendor", "b"],
      ["--workspace", "other"],
    ];
    for (const scope of scopes) {
      expect(await run(["freeze", ...scope, ...at()])).toMatchObject({ exitCode: 2 });
    }
  });
});
