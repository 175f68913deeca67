import { readSettings } from "@agent-treasury/server";
import { openOutbound, openPlugins } from "@agent-treasury/server/parts";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const env = { WEBHOOK_ENCRYPTION_KEY: btoa("k".repeat(32)) };
const place = sqlitePlace();

async function proposeIn(workspaceId: string): Promise<void> {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: place.database.slice("sqlite:".length) }),
  });
  await treasury.propose({ workspaceId, amountUsd: 5, vendor: "Acme", purpose: "tea" });
  await treasury.close();
}

/** Proposes a spend in a process that sends its event, until the sending failed. */
async function failDelivery(isFailed: () => Promise<boolean>): Promise<void> {
  const settings = readSettings(env);
  const outbound = await openOutbound(settings);
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: place.database.slice("sqlite:".length) }),
    ...(await openPlugins(settings)),
    ...(outbound && { outbound }),
  });
  try {
    await treasury.propose({ workspaceId: "acme", amountUsd: 6, vendor: "Acme", purpose: "cake" });
    await expect.poll(isFailed).toBe(true);
  } finally {
    await treasury.close();
  }
}

it("adds, lists, tests, rotates and removes an endpoint", async () => {
  await proposeIn("acme");
  const words = ["--workspace", "acme", "--database", place.database];
  const webhooks = (...about: string[]) => run(["webhooks", ...about, ...words], env);

  const url = "https://127.0.0.1/hook";
  const added = await webhooks("add", url, "--kind", "credited", "--description", "Books");
  expect(added.stderr).toBe("");
  expect(added.stdout).toMatch(/^Secret, shown only now: whsec_.{44}$/m);
  const listed = await webhooks("list");
  expect(listed.stdout).toMatch(
    /^ID +URL +EVENTS +DESCRIPTION +ADDED +STATE\nwe_\w{6} {2}https:\/\/127\.0\.0\.1\/hook {2}credited {2}Books {8}[-:\d ]{16} {2}active\n$/,
  );
  expect(listed.stdout).not.toContain("whsec_");
  const [id = ""] = /^we_\w+/m.exec(listed.stdout) ?? [];

  const tested = await webhooks("test", id);
  expect(tested.stdout).toContain("Failed: 127.0.0.1 is not a public address.");
  const enabled = await webhooks("enable", id);
  expect(enabled.stderr).toContain("The endpoint is already enabled.");
  const newKey = {
    WEBHOOK_ENCRYPTION_KEY: `${btoa("n".repeat(32))},${env.WEBHOOK_ENCRYPTION_KEY}`,
  };
  expect(listed.stdout).not.toContain("old key");
  expect((await run(["webhooks", "list", ...words], newKey)).stdout).toContain(
    "encrypted with an old key",
  );
  expect((await webhooks("rotate", id)).stdout).toMatch(
    /whsec_.{44}\nThe previous secret is valid/,
  );
  expect((await webhooks("deliveries", id)).stdout).toContain("0 commits with events wait.");
  expect((await webhooks("replay", id)).exitCode).toBe(0);
  expect((await webhooks("remove", id)).stdout).toContain(`Removed ${id}.`);
  expect((await webhooks("list")).stdout).toContain("acme has no endpoints.");
});

it("replays the event of a shortened id", async () => {
  await proposeIn("acme");
  const words = ["--workspace", "acme", "--database", place.database];
  const webhooks = (...about: string[]) => run(["webhooks", ...about, ...words], env);
  const added = await webhooks("add", "https://127.0.0.1/hook", "--json");
  const { id } = (JSON.parse(added.stdout) as { endpoint: { id: string } }).endpoint;
  await failDelivery(async () => {
    const { stdout } = await webhooks("deliveries", id, "--json");
    return (JSON.parse(stdout) as { failed: unknown[] }).failed.length > 0;
  });

  const { stdout } = await webhooks("deliveries", id);
  const [short = ""] = /^evt_\w{6}_0(?= {2}proposalCreated)/m.exec(stdout) ?? [];
  expect(short).not.toBe("");
  expect(await webhooks("replay", id, "--event", short)).toMatchObject({ exitCode: 0, stderr: "" });
  const unknown = await webhooks("replay", id, "--event", "evt_unknown");
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("evt_unknown is not one of the failed events"),
  ]);
});

it("requires the key of the deployment, and an existing endpoint", async () => {
  await proposeIn("acme");
  const words = ["--workspace", "acme", "--database", place.database];
  const without = await run(["webhooks", "list", ...words]);
  expect([without.exitCode, without.stderr]).toEqual([
    2,
    expect.stringContaining("WEBHOOK_ENCRYPTION_KEY is not set"),
  ]);
  const missing = await run(["webhooks", "test", "we_1", ...words], env);
  expect([missing.exitCode, missing.stderr]).toEqual([
    2,
    expect.stringContaining("There is no endpoint we_1."),
  ]);
});
