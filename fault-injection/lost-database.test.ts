import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { SpendOrder, SpendOutcome, Storage } from "@agent-treasury/provider";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { startServer } from "postgres-for-tests/start-server";
import { describe, expect, it } from "vitest";
import { testDirectory } from "./stores/test-directory.ts";

const pathOf = testDirectory();
const falseSentences = /nothing was|was not changed|no money moved|try again/i;
const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };

interface Lost {
  readonly storage: Storage;
  /** Takes the database away while the executor pays. */
  lose(): Promise<void>;
  end(): Promise<void>;
}

const losses: Readonly<Record<string, () => Promise<Lost>>> = {
  "PostgreSQL that is stopped": async () => {
    const server = await startServer();
    const storage = postgresStorage({ url: server.url });
    return { storage, lose: () => server.stop(), end: async () => {} };
  },
  "SQLite that another process locks": async () => {
    const path = pathOf("locked.db");
    const storage = sqliteStorage({ path });
    let other: DatabaseSync | null = null;
    return {
      storage,
      lose: async () => {
        other = new DatabaseSync(path);
        other.exec("BEGIN IMMEDIATE");
      },
      end: async () => other?.close(),
    };
  },
  "SQLite whose log is removed": async () => {
    const path = pathOf("removed.db");
    const storage = sqliteStorage({ path });
    return { storage, lose: async () => rmSync(`${path}-wal`), end: async () => {} };
  },
};

function treasuryOn(lost: Lost, logged: string[]): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: lost.storage,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    recoverySeconds: false,
    access: "guests",
    executors: {
      executor: {
        specificationVersion: "1",
        provider: "card",
        keyLifetimeMs: 86_400_000,
        mode: () => "sandbox",
        pay: async ({ proposalId, amount }: SpendOrder): Promise<SpendOutcome> => {
          await lost.lose();
          return { kind: "executed", captures: [{ id: proposalId, amount }], reference: "card-1" };
        },
        find: async () => ({ kind: "not_sent" }),
      },
    },
    onFailure: ({ error }) => void logged.push(String(error)),
  });
}

describe.each(Object.keys(losses))("%s during a payment", (name) => {
  it("warns the approver not to pay again", { timeout: 120_000 }, async () => {
    const lost = await losses[name]!();
    const logged: string[] = [];
    const treasury = treasuryOn(lost, logged);
    const { proposal } = await treasury.propose(spend);
    const request = new Request("http://localhost:3000/api/service/treasury/decide", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ proposalId: proposal.id, decision: "approve" }),
    });
    const response = await treasury.handler(request);
    const text = await response.text();
    expect([response.status, text]).toEqual([500, expect.stringContaining("payment_unconfirmed")]);
    expect(text).toContain(proposal.id);
    expect(text).toMatch(/may have been sent; its outcome is not recorded yet\. Do not pay again/);
    for (const said of [text, ...logged]) expect(said).not.toMatch(falseSentences);
    await lost.end();
    await treasury.close();
  });
});
