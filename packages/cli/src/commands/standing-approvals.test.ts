import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";
import { personTime } from "./table.ts";

describe("agent-treasury standing-approvals", () => {
  const place = sqlitePlace();

  it("creates, lists and revokes standing approvals", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
    });
    await treasury.setBudget({ workspaceId: "acme", limits: {} });
    await treasury.close();
    const at = ["--workspace", "acme", "--database", place.database, "--approvers-sign-in"];
    const standing = (...words: string[]) => run(["standing-approvals", ...words, ...at]);
    expect((await standing("list")).stdout).toBe("acme has no standing approvals.\n");
    const terms = ["--agent", "buyer", "--vendor", "Namecheap", "--maximum-usd", "30"];
    const ends = new Date(Date.now() + 86_400_000).toISOString();
    const limits = ["--window-maximum-usd", "90", "--per", "24h", "--count", "12", "--ends", ends];
    const created = await standing("create", ...terms, ...limits, "--operator", "Ada");
    expect(created.stdout).toContain("create_standing_approval  done");
    const [, id = ""] = / {2}standing approval (\S+)\n$/.exec(created.stdout) ?? [];
    const [heads = "", line = ""] = (await standing("list")).stdout.split("\n");
    expect(heads).toMatch(/^ID +STATUS {2}AGENT {2}PAYEE +EACH +USED +LIMIT +SPENDS +ENDS +BY$/);
    const [short = ""] = line.split(" ");
    expect([id.startsWith(short), line]).toEqual([
      true,
      `${short}  active  buyer  Namecheap  $30.00  $0.00  $90.00 per 24 hours  0 of 12  ${personTime(ends)}  Ada`,
    ]);
    const revoked = await standing("revoke", short, "--operator", "Ben");
    expect(revoked.stdout).toContain(
      "buyer to Namecheap  at most $30.00 each  $0.00 used of $90.00 per 24 hours  0 of 12 spends",
    );
    expect(revoked.stdout).toContain(`${id}  revoked`);
    expect(JSON.parse((await standing("list", "--json")).stdout)).toMatchObject({
      standingApprovals: [{ id, status: "revoked", endedBy: "Ben" }],
    });
    expect(await standing("create", ...terms, "--ends", ends, "--count", "none")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--count is"),
    });
    expect(await standing("create", ...terms, "--ends", ends)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("`count`, is required"),
    });
    expect(await standing("revoke", "x")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("does not exist"),
    });
  });
});
