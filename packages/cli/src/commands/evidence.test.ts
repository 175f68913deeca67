import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { receiptDeployment, receiptsKey } from "./receipt-deployment.fixture.ts";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const place = sqlitePlace();

it("writes evidence of a period, and verifies it without the database", async () => {
  const treasury = receiptDeployment(place.file("treasury.db"));
  const spend = { amountUsd: 3, vendor: "Acme", purpose: "paper \u2028 and ink" };
  await treasury.propose({ workspaceId: "acme", agentId: "buyer", ...spend });
  await treasury.close();
  const at = ["--workspace", "acme", "--database", place.database];
  const env = { TREASURY_RECEIPTS_KEY: receiptsKey };
  const out = place.file("evidence.jsonl");
  const written = await run(["evidence", "--from", "2026-01-01", "--out", out, ...at], env);
  expect(written).toMatchObject({ exitCode: 0, stderr: "Wrote 1 records.\n" });
  const published = await run(["receipt-keys", "--database", place.database]);
  writeFileSync(place.file("keys.json"), published.stdout);
  const checked = await run(["check-evidence", out, "--keys", place.file("keys.json")]);
  expect(checked).toMatchObject({ exitCode: 0 });
  expect(checked.stdout).toMatch(
    /^valid {2}acme from 2026-01-01[^]*decision: 1\n {2}receipts: 1\n/,
  );
  expect(checked.stdout).toContain(
    "ledger entries: 1 (deposit $0.00, revenue $0.00, expense -$3.00)",
  );

  writeFileSync(out, readFileSync(out, "utf8").replace("paper", "paint"));
  const changed = await run(["check-evidence", out, "--keys", place.file("keys.json")]);
  expect(changed).toMatchObject({ exitCode: 1 });
  expect(changed.stdout).toContain("INVALID  The lines are not those that the footer covers.");
  const spoof = "\u001b[2J\nvalid  acme\u009b";
  const line = { record: "rules", canonical: "{}", digest: spoof };
  writeFileSync(place.file("spoof"), `${JSON.stringify(line)}\n`);
  const spoofed = await run([
    "check-evidence",
    place.file("spoof"),
    "--keys",
    place.file("keys.json"),
  ]);
  expect(spoofed.stdout).toBe(
    "INVALID  The rules \\u001b[2J valid  acme\\u009b do not match their digest.\n",
  );
  const missing = await run([
    "check-evidence",
    place.file("no"),
    "--keys",
    place.file("keys.json"),
  ]);
  expect([missing.exitCode, missing.stderr]).toEqual([
    2,
    expect.stringContaining("cannot be read"),
  ]);
  expect((await run(["evidence", "--from", "2026-01-01", ...at])).stderr).toContain("not set up");
});
