import type { AgentTurnResult, Proposal, TreasuryState } from "@agent-treasury/contract";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { nodeListener } from "@agent-treasury/treasury-core/node";
import { expect } from "vitest";
import { startServer } from "../node/start-server.ts";
import type { Environment } from "../settings/settings.ts";
import { type StandInEndpoint, standInEndpoint } from "./stand-in-endpoint.fixture.ts";

const spend = { amountUsd: 4, vendor: "Acme", purpose: "pencils" };

export interface ServedAgent {
  readonly endpoint: StandInEndpoint;
  readonly logged: readonly unknown[];
  turn(workspaceId: string, message: string): Promise<AgentTurnResult>;
  /** Runs a turn, and returns its proposal. */
  buy(workspaceId: string): Promise<Proposal>;
  stateOf(workspaceId: string): Promise<TreasuryState>;
  stop(): Promise<void>;
}

/** A server whose agent and judge use one stand-in endpoint, by HTTP throughout. */
export async function servedAgent(
  env: Environment = {},
  judgeTimeoutSeconds = 15,
): Promise<ServedAgent> {
  const endpoint = await standInEndpoint(spend);
  const logged: unknown[] = [];
  const server = await startServer(({ treasury }) => nodeListener(treasury), {
    env: {
      PORT: "0",
      OPENAI_BASE_URL: endpoint.url,
      OPENAI_MODEL: "stand-in",
      OPENAI_API_KEY: "sk-test-0123456789abcdef",
      TREASURY_STARTING_CAPITAL_USD: "100",
      ...env,
    },
    storage: memoryStorage(),
    screening: { judgeTimeoutSeconds },
    onFailure: (failure) => void logged.push(failure),
  });
  const ask = async <Answer>(path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${server.localUrl}/api/service/${path}`, init);
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  };
  const turn = (workspaceId: string, message: string): Promise<AgentTurnResult> =>
    ask<AgentTurnResult>("agent", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ workspaceId, message }),
    });
  return {
    endpoint,
    logged,
    turn,
    stateOf: (workspaceId) =>
      ask<TreasuryState>(`treasury?workspaceId=${encodeURIComponent(workspaceId)}`),
    stop: async () => {
      await server.stop();
      await endpoint.close();
    },
    buy: async (workspaceId) => {
      const { state } = await turn(workspaceId, "Buy pencils from Acme for $4.");
      const [proposal] = state.proposals;
      if (proposal === undefined) throw new Error("The agent proposed nothing.");
      return proposal;
    },
  };
}
