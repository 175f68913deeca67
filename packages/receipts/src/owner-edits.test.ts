import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { testServer } from "postgres-for-tests";
import { expect, it, onTestFinished } from "vitest";
import { expectedEdits, ownerEdits } from "./owner-edits.fixture.ts";

const server = testServer();

it("shows the holder of a checkpoint every change of what it covers, on SQLite", async () => {
  const directory = mkdtempSync(join(tmpdir(), "receipts-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  let files = 0;
  const open = () => sqliteStorage({ path: join(directory, `${(files += 1)}.db`) });
  expect(await ownerEdits(open)).toEqual(expectedEdits);
});

it("shows the holder of a checkpoint every change of what it covers, on PostgreSQL", async () => {
  const found = await ownerEdits(() =>
    postgresStorage({ url: server.url(), schema: server.newSchema() }),
  );
  expect(found).toEqual(expectedEdits);
});
