import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { onTestFinished } from "vitest";
import type { SignIn } from "./sign-in.ts";

type Sent = Readonly<Record<string, string>>;

const baseUrl = "https://treasury.example.com";

export interface SignedInTreasury {
  /** Reads the treasury of a workspace. */
  read(headers: Sent, workspaceId?: string): Promise<number>;
  /** Proposes a spend in another person's name, and decides with these headers. */
  decide(headers: Sent, workspaceId?: string): Promise<Decided>;
  post(path: string, body: object, headers: Sent): Promise<Response>;
  /** What the treasury answered and logged. */
  output(): string;
}

export interface Decided {
  readonly status: number;
  readonly operator?: string;
}

export function treasuryWith(access: SignIn): SignedInTreasury {
  let decisions = 0;
  const written: string[] = [];
  const record = (...given: readonly unknown[]): void => {
    written.push(given.map((value) => textOf(value)).join(" "));
  };
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    logger: { debug: record, info: record, warn: record, error: record },
    onFailure: (report) => record(report.action, report.error),
    ...access,
  });
  onTestFinished(() => treasury.close());
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await treasury.handler(new Request(`${baseUrl}/api/service${path}`, init));
    written.push(await response.clone().text());
    return response;
  };
  const post: SignedInTreasury["post"] = (path, body, headers) =>
    send(path, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    post,
    read: async (headers, workspaceId = "demo") =>
      (await send(`/treasury?workspaceId=${workspaceId}`, { headers })).status,
    decide: async (headers, workspaceId = "demo") => {
      decisions += 1;
      const spend = { amountUsd: 24, vendor: "Namecheap", purpose: `domain ${decisions}` };
      const { proposal: proposed } = await treasury.propose({ workspaceId, ...spend });
      const decision = {
        workspaceId,
        proposalId: proposed.id,
        decision: "approve",
        operator: "Mallory",
      };
      const response = await post("/treasury/decide", decision, headers);
      if (response.status !== 200) return { status: response.status };
      const { proposal } = (await response.json()) as { proposal: { operator: string } };
      return { status: 200, operator: proposal.operator };
    },
    output: () => written.join("\n"),
  };
}

function textOf(value: unknown): string {
  if (!(value instanceof Error)) return typeof value === "string" ? value : JSON.stringify(value);
  return `${value.stack} ${JSON.stringify(value)} ${value.cause === undefined ? "" : textOf(value.cause)}`;
}

export const bearer = (token: string): Sent => ({ authorization: `Bearer ${token}` });
