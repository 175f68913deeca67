import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const place = sqlitePlace();
const key = "0123456789abcdef".repeat(4);

it("issues and verifies receipts, cosigns checkpoints, and detects what changed since", async () => {
  const workspaceId = "acme";
  const open = () =>
    createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 100 },
      autoApprovePayees: "any",
      receipts: { key },
      recoverySeconds: false,
    });
  const buy = async (purpose: string): Promise<string> => {
    const treasury = open();
    const spend = { amountUsd: 3, vendor: "Acme", purpose };
    const { proposal } = await treasury.propose({ workspaceId, agentId: "buyer", ...spend });
    await treasury.close();
    return proposal.id;
  };
  const at = ["--workspace", workspaceId, "--database", place.database];
  const env = { TREASURY_RECEIPTS_KEY: key };
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
  await buy("ink");
  const { stdout: second } = await run(["checkpoint", ...at], env);
  const unproved = await run(["cosign", file("second", second), ...keys, ...witness]);
  expect(unproved).toMatchObject({ exitCode: 2 });
  const proved = await run(["checkpoint", "--json", "--since", "1", ...at], env);
  const again = await run(["cosign", file("proved", proved.stdout), ...keys, ...witness]);
  expect(again).toMatchObject({ exitCode: 0 });
  expect(readFileSync(place.file("witness.json"), "utf8")).toContain(second.split("\n")[2]);

  const against = (name: string) =>
    run(["verify", workspaceId, "--database", place.database, "--against", place.file(name)]);
  expect(await against("first")).toMatchObject({ exitCode: 0 });
  expect(await against("second")).toMatchObject({ exitCode: 0 });
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
