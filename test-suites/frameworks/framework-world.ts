import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type TreasuryAccess, treasuryInProcess, treasuryOverHttp } from "@agent-treasury/tools";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";

export type AccessKind = "in process" | "over HTTP";

/** One process: a treasury on a SQLite file, and an agent's access to it. */
export interface AgentProcess {
  readonly treasury: Treasury;
  readonly access: TreasuryAccess;
  /** Requests that reached the treasury over HTTP. */
  readonly requests: () => number;
  /** Loses the answer to the next proposal, after the treasury has processed it. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

const workspaceId = "demo";
const agent = { agentId: "buyer", agentName: "Buyer" };

export function databaseFile(): string {
  return join(mkdtempSync(join(tmpdir(), "treasury-framework-")), "treasury.db");
}

export async function openProcess(file: string, kind: AccessKind): Promise<AgentProcess> {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: file }),
    budget: { startingCapitalUsd: 200, minReserveUsd: 0 },
    recoverySeconds: false,
    // Requests without an agent's credential are refused.
    authenticate: () => null,
  });
  return kind === "in process" ? inProcess(treasury) : overHttp(treasury);
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
    requests: () => 0,
    loseNextAnswer: () => {
      isLost = true;
    },
    close: () => treasury.close(),
  };
}

async function overHttp(treasury: Treasury): Promise<AgentProcess> {
  let isLost = false;
  let requests = 0;
  const server = createServer((request, response) => {
    void (async () => {
      requests += 1;
      const answer = await treasury.handler(await requestOf(request));
      if (isLost && request.method === "POST") {
        isLost = false;
        response.destroy();
        return;
      }
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issued = { workspaceId, agentId: agent.agentId, name: agent.agentName, operator: "Ada" };
  const { token } = await treasury.credentials.issue(issued);
  return {
    treasury,
    access: treasuryOverHttp({ url: `http://127.0.0.1:${port}`, token }),
    requests: () => requests,
    loseNextAnswer: () => {
      isLost = true;
    },
    close: async () => {
      await closed(server);
      await treasury.close();
    },
  };
}

async function requestOf(request: import("node:http").IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const { method = "GET", url = "/", headers } = request;
  const fields = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Request(`http://localhost:3000${url}`, {
    method,
    headers: fields as [string, string][],
    ...(method === "POST" && { body: Buffer.concat(chunks) }),
  });
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
