import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type TreasuryAccess, treasuryInProcess, treasuryOverHttp } from "@agent-treasury/tools";
import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";
import { nodeListener } from "@agent-treasury/treasury-core/node";

export type AccessKind = "in process" | "over HTTP";

/** One process: a treasury on a SQLite file, and an agent's access to it. */
export interface AgentProcess {
  readonly treasury: Treasury;
  readonly access: TreasuryAccess;
  /** Loses the answer to the next proposal, after the treasury has processed it. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

const workspaceId = "demo";
const agent = { agentId: "buyer", agentName: "Buyer" };

export function databaseFile(): string {
  return join(mkdtempSync(join(tmpdir(), "treasury-framework-")), "treasury.db");
}

/** Removes the folder of a database that is closed. */
export function removeDatabase(file: string): void {
  rmSync(dirname(file), { recursive: true });
}

/** Which payees policy may pay. Most scenarios are about other things, and pay any. */
type Payees = TreasuryOptions["autoApprovePayees"];

export async function openProcess(
  file: string,
  kind: AccessKind,
  payees: Payees = "any",
): Promise<AgentProcess> {
  return kind === "in process" ? inProcess(openTreasury(file, payees)) : openService(file, payees);
}

function openTreasury(file: string, payees: Payees): Treasury {
  return createTreasury({
    ...(payees !== undefined && { autoApprovePayees: payees }),
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: file }),
    budget: { startingCapitalUsd: 200, minReserveUsd: 0 },
    recoverySeconds: false,
    // Requests without an agent's credential are rejected.
    authenticate: () => null,
  });
}

function inProcess(treasury: Treasury): AgentProcess {
  const access = treasuryInProcess(treasury, agent);
  let isLost = false;
  return {
    treasury,
    access: {
      ...access,
      propose: async (request, call) => {
        const answer = await access.propose(request, call);
        if (!isLost) return answer;
        isLost = false;
        throw new Error("The answer was lost.");
      },
    },
    loseNextAnswer: () => {
      isLost = true;
    },
    close: () => treasury.close(),
  };
}

/** A process that the agent reaches over HTTP. */
export interface AgentService extends AgentProcess {
  readonly url: string;
  /** The agent's credential. */
  readonly token: string;
}

export async function openService(file: string, payees: Payees = "any"): Promise<AgentService> {
  const treasury = openTreasury(file, payees);
  let isLost = false;
  const listen = nodeListener(treasury);
  const server = createServer((request, response) => {
    if (isLost && request.method === "POST") {
      isLost = false;
      response.end = () => response.destroy();
    }
    void listen(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issued = { workspaceId, agentId: agent.agentId, name: agent.agentName, operator: "Ada" };
  const { token } = await treasury.credentials.issue(issued);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    token,
    treasury,
    access: treasuryOverHttp({ url, token }),
    loseNextAnswer: () => {
      isLost = true;
    },
    close: async () => {
      await closed(server);
      await treasury.close();
    },
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
