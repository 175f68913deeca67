import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Micros, type SpendFinding, type SpendNotice } from "@agent-treasury/provider";
import { onTestFinished } from "vitest";
import { cardWorkspace as workspaceId } from "../processes/card-task.ts";

/** What a vendor does with a card of 30 USD. */
export interface CardUse {
  readonly capturesUsd: readonly number[];
  readonly refundsUsd: readonly number[];
  /** How the authorization ends. An open one reserves the rest. */
  readonly end: "last capture" | "released" | "open";
  /** Whether notices are sent. Recovery finds captures without them. */
  readonly isReported: boolean;
}

export const cardUses: readonly CardUse[] = [
  { capturesUsd: [10, 5, 7], refundsUsd: [4], end: "last capture", isReported: true },
  { capturesUsd: [10], refundsUsd: [], end: "released", isReported: true },
  { capturesUsd: [10, 2], refundsUsd: [1, 3], end: "open", isReported: true },
  { capturesUsd: [9, 6], refundsUsd: [], end: "last capture", isReported: false },
];

export interface CardNetwork {
  readonly url: string;
  /** By proposal. */
  readonly cards: ReadonlyMap<string, CardUse>;
  /** Notices that no process confirmed. */
  readonly unconfirmed: number;
}

type WithoutPlace<Notice> = Notice extends SpendNotice
  ? Omit<Notice, "workspaceId" | "proposalId">
  : never;

/** Issues one card for each proposal, until the test ends. Sends notices until they are confirmed. */
export async function cardNetwork(): Promise<CardNetwork> {
  const cards = new Map<string, CardUse>();
  const notices = new Map<number, SpendNotice>();
  let sent = 0;
  const pay = (proposalId: string): SpendFinding => {
    const use = cards.get(proposalId) ?? cardUses[cards.size % cardUses.length];
    if (use === undefined) throw new Error("There is no card.");
    if (!cards.has(proposalId) && use.isReported) {
      for (const notice of noticesOf(proposalId, use)) {
        sent += 1;
        notices.set(sent, { ...notice, workspaceId, proposalId } as SpendNotice);
      }
    }
    cards.set(proposalId, use);
    return { kind: "in_progress", reference: `card ${proposalId}` };
  };
  const find = (proposalId: string): SpendFinding => {
    const use = cards.get(proposalId);
    return use === undefined ? { kind: "not_sent" } : findingOf(proposalId, use);
  };
  const answers: Readonly<Record<string, (id: string) => unknown>> = {
    "/pay": pay,
    "/find": find,
    "/notices": () => [...notices].map(([id, notice]) => ({ ...notice, id })),
    "/received": (id) => notices.delete(Number(id)),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://network");
    const answer = answers[pathname]?.(searchParams.get("id") ?? "");
    response.end(
      JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cards,
    get unconfirmed() {
      return notices.size;
    },
  };
}

/** One notice of each movement, as its event arrives. A refund may arrive first. */
function noticesOf(proposalId: string, use: CardUse): readonly WithoutPlace<SpendNotice>[] {
  const reference = `card ${proposalId}`;
  const captures = capturesOf(proposalId, use);
  const refunds = movementsOf("refund", proposalId, use.refundsUsd);
  return [
    ...refunds.map((refund) => ({ kind: "refunded", refunds: [refund] }) as const),
    ...captures.map((capture, at) => {
      const isOpen = use.end !== "last capture" || at < captures.length - 1;
      return { kind: "captured", captures: [capture], reference, isOpen } as const;
    }),
    ...(use.end === "released"
      ? [{ kind: "released", reason: "The card was closed." } as const]
      : []),
  ];
}

function findingOf(proposalId: string, use: CardUse): SpendFinding {
  const found = { captures: capturesOf(proposalId, use), reference: `card ${proposalId}` };
  return { kind: use.end === "open" ? "in_progress" : "executed", ...found };
}

function capturesOf(proposalId: string, { capturesUsd }: CardUse) {
  return movementsOf("capture", proposalId, capturesUsd);
}

function movementsOf(kind: string, proposalId: string, amountsUsd: readonly number[]) {
  return amountsUsd.map((amount, at) => ({
    id: `${kind} ${at} ${proposalId}`,
    amount: Micros.fromCents(100 * amount),
  }));
}
