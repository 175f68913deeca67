import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { verifyReceipt } from "@agent-treasury/receipts";
import type { Treasury } from "@agent-treasury/treasury-core";
import { skipWithoutPython } from "test-suites/python";
import { expect, it } from "vitest";
import { receiptDeployment, receiptsKey } from "./receipt-deployment.fixture.ts";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const place = sqlitePlace();
const chainProgram = fileURLToPath(
  new URL("../../../../examples/python/receipts/recompute_chain.py", import.meta.url),
);

async function complaint(words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(["cosign", ...words]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  return stderr;
}

it("issues and verifies receipts, cosigns checkpoints, and detects what changed since", async () => {
  const workspaceId = "acme";
  const buy = async (purpose: string): Promise<string> => {
    const treasury = receiptDeployment(place.file("treasury.db"));
    const spend = { amountUsd: 3, vendor: "Acme", purpose };
    const { proposal } = await treasury.propose({ workspaceId, agentId: "buyer", ...spend });
    await treasury.close();
    return proposal.id;
  };
  const at = ["--workspace", workspaceId, "--database", place.database];
  const env = { TREASURY_RECEIPTS_KEY: receiptsKey };
  const file = (name: string, text: string): string => {
    writeFileSync(place.file(name), text);
    return place.file(name);
  };

  const proposalId = await buy("paper");
  const { stdout: receipt } = await run(["receipt", proposalId, ...at], env);
  const { stdout: first } = await run(["checkpoint", ...at], env);
  const published = await run(["receipt-keys", "--database", place.database]);
  expect(published.stdout).not.toContain("sealed");
  const keys = ["--keys", file("keys.json", published.stdout)];

  const checked = await run(["check-receipt", file("receipt.txt", receipt), ...keys]);
  expect(checked).toMatchObject({ exitCode: 0 });
  expect(checked.stdout).toContain(`valid  $3.00, proposal ${proposalId} of acme`);
  const changed = file("changed.txt", receipt.replace("~", "~~"));
  const refused = await run(["check-receipt", changed, ...keys]);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.stdout).toContain("INVALID");
  expect((await run(["receipt", proposalId, ...at])).stderr).toContain("Receipts are not set up");

  const witness = ["--witness", place.file("witness.json"), "--name", "example.org/witness"];
  const cosigned = await run(["cosign", file("first", first), ...keys, ...witness]);
  expect(cosigned.stdout).toContain("— example.org/witness ");
  const lock = file("witness.json.lock", "");
  const busy = await run(["cosign", place.file("first"), ...keys, ...witness]);
  expect(busy).toMatchObject({ exitCode: 2, stdout: "" });
  expect(busy.stderr).toContain(`If no process does, remove ${lock}.`);
  rmSync(lock);
  await buy("ink");
  const { stdout: second } = await run(["checkpoint", ...at], env);
  const unproved = await run(["cosign", file("second", second), ...keys, ...witness]);
  expect(unproved).toMatchObject({ exitCode: 2 });
  const proved = await run(["checkpoint", "--json", "--since", "1", ...at], env);
  const again = await run(["cosign", file("proved", proved.stdout), ...keys, ...witness]);
  expect(again).toMatchObject({ exitCode: 0 });
  expect(readFileSync(place.file("witness.json"), "utf8")).toContain(second.split("\n")[2]);

  for (const name of ["two words", "a+b", "", "a\nb"]) {
    const unnamed = ["--witness", place.file("other.json"), "--name", name];
    expect(await complaint([place.file("first"), ...keys, ...unnamed])).toContain("--name is");
  }
  const ofNone = ["--witness", file("none.json", "{}")];
  expect(await complaint([place.file("first"), ...keys, ...ofNone])).toContain("of a witness");
  expect(await complaint([file("object", "{}"), ...keys, ...witness])).toContain(
    "is not the output of checkpoint --json.",
  );
  const revoked = published.stdout.replaceAll(/"revoked":\s*false/g, '"revoked":true');
  const stolen = ["--keys", file("revoked.json", revoked)];
  expect(await complaint([place.file("first"), ...stolen, ...witness])).toContain("was revoked");

  const against = (name: string) =>
    run(["verify", workspaceId, "--database", place.database, "--against", place.file(name)]);
  expect(await against("first")).toMatchObject({ exitCode: 0 });
  expect(await against("second")).toMatchObject({ exitCode: 0 });
  file("foreign", first.replace("/acme", "/other"));
  expect((await against("foreign")).stderr).toContain("is a checkpoint of other, not of acme.");
  file("unnamed", first.replace(/^.*\//, ""));
  expect((await against("unnamed")).stderr).toContain("is not a checkpoint.");
  const other = first.replace(
    /^(.*\n\d+\n)./,
    (_, start: string) => `${start}${first.includes("\nA") ? "B" : "A"}`,
  );
  file("other", other);
  expect((await against("other")).stdout).toMatch(/INVALID .*rewritten/);
  const ofAll = new DatabaseSync(place.file("treasury.db"));
  ofAll.exec("DELETE FROM entries");
  ofAll.close();
  expect(await against("second")).toMatchObject({ exitCode: 1 });
});

it("keeps receipts valid when the workspaces are moved to another database", async () => {
  const open = (file: string): Treasury => receiptDeployment(place.file(file));
  const before = open("treasury.db");
  const spend = { agentId: "buyer", amountUsd: 3, vendor: "Acme", purpose: "paper" };
  const { proposal } = await before.propose({ workspaceId: "acme", ...spend });
  const request = { workspaceId: "acme", proposalId: proposal.id };
  const { receipt } = await before.receipts.issue(request);
  const keys = await before.receipts.keys();
  await before.close();
  const to = `sqlite:${place.file("moved.db")}`;
  const moved = await run(["move", "--database", place.database, "--to", to]);
  expect([moved.exitCode, moved.stderr]).toEqual([0, expect.anything()]);
  const after = open("moved.db");
  const again = await after.receipts.issue(request);
  expect(await after.receipts.keys()).toEqual(keys);
  await after.close();
  for (const each of [receipt, again.receipt]) {
    expect(await verifyReceipt(each, keys)).toMatchObject({ valid: true, withheld: [] });
  }
});

it("exports a ledger that a Python program recomputes, also across a reset", async (test) => {
  skipWithoutPython(test);
  const workspaceId = "chain";
  const buy = async (
    treasury: Treasury,
    amountUsd: number,
    approvedAmountUsd = amountUsd,
  ): Promise<void> => {
    const spend = { workspaceId, agentId: "buyer", amountUsd, vendor: "Café", purpose: "東京" };
    const { proposal } = await treasury.propose(spend);
    if (proposal.status !== "pending") return;
    const approval = { workspaceId, proposalId: proposal.id, decision: "approve" } as const;
    await treasury.decide({ ...approval, operator: "Ada", approvedAmountUsd });
  };
  const path = place.file("chain.db");
  const earlier = receiptDeployment(path, {});
  await buy(earlier, 3);
  const treasury = receiptDeployment(path);
  await buy(treasury, 24, 23);
  const open = { workspaceId, agentId: "writer", amountUsd: 5, minutes: 90, vendor: "Models" };
  const { tab } = await treasury.tabs.open({ ...open, purpose: "drafts" });
  await treasury.tabs.charge({ workspaceId, tabId: tab.id, chargeId: "1", amountUsd: 2 });
  await treasury.tabs.close({ workspaceId, tabId: tab.id });
  const { receipt } = await treasury.receipts.issue({ workspaceId, proposalId: tab.id });
  expect(await verifyReceipt(receipt, await treasury.receipts.keys())).toMatchObject({
    valid: true,
    facts: { entries: [{ sequence: 3, amount: "-2000000" }] },
  });
  const { checkpoint } = await treasury.receipts.checkpoint({ workspaceId });
  await treasury.reset({ workspaceId, operator: "Ada" });
  await treasury.close();
  const database = ["--database", `sqlite:${place.file("chain.db")}`];
  await run(["export", workspaceId, ...database, "--out", place.file("export.jsonl")]);
  const exported = readFileSync(place.file("export.jsonl"), "utf8");
  writeFileSync(place.file("chain.checkpoint"), checkpoint);
  const recomputed = (text: string, ...words: string[]) => {
    writeFileSync(place.file("chain.jsonl"), text);
    const all = [chainProgram, place.file("chain.jsonl"), ...words];
    const ended = spawnSync("python3", all, { encoding: "utf8" });
    return { status: ended.status, answer: JSON.parse(ended.stdout) as object };
  };
  const against = ["--against", place.file("chain.checkpoint")];
  expect(recomputed(exported, ...against)).toEqual({
    status: 0,
    answer: { valid: true, entries: { chain: 3 } },
  });
  for (const edit of [
    exported.replace("-3000000", "-2000000"),
    exported.replace("Café: 東京", "Café: 京都"),
  ]) {
    expect(recomputed(edit)).toMatchObject({ status: 1, answer: { valid: false } });
  }
  const other = checkpoint.replace(/\n3\n./, (start) =>
    start.endsWith("A") ? "\n3\nB" : "\n3\nA",
  );
  writeFileSync(place.file("chain.checkpoint"), other);
  expect(recomputed(exported, ...against)).toMatchObject({ status: 1, answer: { valid: false } });
});
