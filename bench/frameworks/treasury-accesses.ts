import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expressHandler } from "@agent-treasury/adapter-express";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type TreasuryAccess, treasuryInProcess, treasuryOverHttp } from "@agent-treasury/tools";
import { createTreasury } from "@agent-treasury/treasury-core";
import express from "express";

/** A treasury on SQLite, with both ways for an agent to reach it. */
export interface TreasuryAccesses {
  inProcess(workspaceId: string): TreasuryAccess;
  overHttp(workspaceId: string): Promise<TreasuryAccess>;
  /** The number of spends that wait in a workspace. */
  waiting(workspaceId: string): Promise<number>;
  close(): Promise<void>;
}

export async function openAccesses(): Promise<TreasuryAccesses> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-frameworks-"));
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: join(directory, "treasury.db") }),
    budget: { startingCapitalUsd: 1_000_000 },
    recoverySeconds: false,
    authenticate: () => null,
  });
  const app = express();
  app.use(treasury.basePath, expressHandler(treasury));
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    inProcess: (workspaceId) => treasuryInProcess(treasury, { agentId: "buyer", workspaceId }),
    overHttp: async (workspaceId) => {
      const issued = { workspaceId, agentId: "buyer", name: "Buyer", operator: "Ada" };
      const { token } = await treasury.credentials.issue(issued);
      return treasuryOverHttp({ url: `http://127.0.0.1:${port}`, token });
    },
    waiting: async (workspaceId) => (await treasury.state(workspaceId)).pendingCount,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await treasury.close();
      await rm(directory, { recursive: true });
    },
  };
}
