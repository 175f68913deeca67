import type { AgentTurnResult } from "@agent-treasury/contract";
import {
  type McpServer,
  type McpTool,
  type Storage,
  systemClock,
  TreasuryError,
  isTreasuryError,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../features/agent/test-model.fixture.ts";
import type { ApprovalChannel, ChannelParts } from "../features/channels/approval-channel.ts";
import { bearer, sendTo } from "../features/external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller } from "../features/paid-fetch/test-seller.fixture.ts";
import { recordingExecutor } from "../features/payments/quotes/quoted-world.fixture.ts";
import {
  agentTokens,
  createTreasury,
  operatorTokens,
  type Treasury,
  type TreasuryOptions,
} from "../index.ts";
import { sha256Hex } from "../kernel/ledger/hash.ts";
import { memoryStorage } from "../memory.ts";

/** Why the database stops to answer, and when. */
const outages = ["unreachable", "unclear", "unreachable after the outcome"] as const;
type Outage = (typeof outages)[number];

function failingStorage(): { readonly storage: Storage; fail(outage: Outage): void } {
  const memory = memoryStorage();
  let outage: Outage | null = null;
  let commitsLeft = 0;
  const unreachable = (): never => {
    throw outage === "unclear"
      ? new Error("The connection was cut.")
      : new TreasuryError("storage_error", "The database could not be reached.");
  };
  const read = <Result>(work: () => Promise<Result>): Promise<Result> =>
    outage !== null && commitsLeft === 0 ? Promise.resolve().then(unreachable) : work();
  const { turnLog } = memory;
  const storage: Storage = {
    ...forwardedStorage(memory),
    load: (requests) => read(() => memory.load(requests)),
    view: (...given) => read(() => memory.view(...given)),
    commit: async (commits) => {
      const outcomes = await read(() => memory.commit(commits));
      if (outage !== null) commitsLeft = Math.max(0, commitsLeft - 1);
      return outcomes;
    },
    ...(turnLog && {
      turnLog: {
        ...turnLog,
        append: (append) => read(() => turnLog.append(append)),
        read: (...given) => read(() => turnLog.read(...given)),
      },
    }),
  };
  const fail = (given: Outage): void => {
    outage = given;
    commitsLeft = given === "unreachable after the outcome" ? 1 : 0;
  };
  return { storage, fail };
}

const tokens = { ada: "ada-token", buyer: "buyer-token" };
const spend = { amountUsd: 12, vendor: "Namecheap", purpose: "a domain" };
const small = { ...spend, amountUsd: 5 };

interface World {
  readonly treasury: Treasury;
  readonly logged: string[];
  tools(): readonly McpTool[];
}

function world(outage: Outage, options: Partial<TreasuryOptions> = {}): World {
  const { storage, fail } = failingStorage();
  const logged: string[] = [];
  let tools: ReturnType<World["tools"]> = [];
  const server: McpServer = {
    specificationVersion: "1",
    answer: async (_request, given) => {
      tools = given;
      return new Response("{}");
    },
  };
  const seller = testSeller();
  const failing = <Executor extends { pay(...given: never[]): unknown }>(executor: Executor) => ({
    ...executor,
    pay: (...given: Parameters<Executor["pay"]>) => {
      fail(outage);
      return executor.pay(...given);
    },
  });
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    // Pauses before repeated commits end at once; no call times out.
    clock: {
      ...systemClock,
      sleep: (milliseconds, signal) =>
        milliseconds <= 5_000 ? Promise.resolve() : systemClock.sleep(milliseconds, signal),
    },
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    recoverySeconds: false,
    authenticate: operatorTokens(`Ada:${sha256Hex(tokens.ada)}`),
    mcp: {
      server,
      authenticate: agentTokens(`buyer:demo:${sha256Hex(tokens.buyer)}`),
    },
    executors: [
      { executor: failing(seller.executor) },
      { executor: failing(recordingExecutor("card")) },
    ],
    paidFetch: { origins: [sellerOrigin] },
    outbound: seller.outbound,
    onFailure: ({ error }) => void logged.push(textOf(error)),
    ...options,
  });
  return { treasury, logged, tools: () => tools };
}

function textOf(error: unknown): string {
  const { message, cause } = error as TreasuryError;
  return cause === undefined ? message : `${message} ${textOf(cause)}`;
}

async function pending({ treasury }: World): Promise<string> {
  const { proposal } = await treasury.propose({ agentId: "buyer", ...spend });
  expect(proposal.status).toBe("pending");
  return proposal.id;
}

const approve = { decision: "approve", operator: "Ada" } as const;

/** Each returns what its caller reads. */
const ways: Readonly<Record<string, (context: World) => Promise<string>>> = {
  "a decision over HTTP": async (context) => {
    const body = { proposalId: await pending(context), ...approve };
    return answer(context, "POST /treasury/decide", tokens.ada, body, 500);
  },
  "a decision that resumes its turn": async (context) => {
    const body = { proposalId: await pending(context), ...approve, resume: true };
    return answer(context, "POST /treasury/decide", tokens.ada, body, 500);
  },
  "a proposal over HTTP": (context) =>
    answer(context, "POST /treasury/proposals", tokens.ada, small, 500),
  "an agent's proposal": (context) =>
    answer(context, "POST /treasury/proposals", tokens.buyer, small, 500),
  "an agent's paid request": (context) => {
    const body = { url: `${sellerOrigin}/report`, purpose: "a report" };
    return answer(context, "POST /treasury/paid-requests", tokens.buyer, body, 500);
  },
  "a tool over MCP": async (context) => {
    await sendTo(context.treasury, "POST /mcp", bearer(tokens.buyer), {});
    const tool = context.tools().find(({ name }) => name === "propose_spend");
    return (await tool!.call(small)).text;
  },
};

async function answer(
  { treasury }: World,
  route: string,
  token: string,
  body: object,
  status: number,
): Promise<string> {
  const answered = await sendTo(treasury, route, bearer(token), body);
  const text = JSON.stringify(answered.body);
  expect(answered.status).toBe(isExecuted(text) ? 200 : status);
  return text;
}

/** A proposal is answered by what its own commit returned, without another read. */
function isExecuted(text: string): boolean {
  return text.includes('"executed"');
}

const falseSentences = /nothing was|was not changed|no money moved|try again/i;
const warned = /prop_\w+/;

describe.each(outages)("a database that is %s during a payment", (outage) => {
  it.each(Object.keys(ways))("warns the caller of %s not to pay again", async (way) => {
    const context = world(outage);
    const text = await ways[way]!(context);
    if (isExecuted(text)) {
      expect([way, outage]).toEqual([
        expect.stringMatching(/proposal|MCP/),
        "unreachable after the outcome",
      ]);
      return;
    }
    expect(text).toMatch(
      // The first of two commits of a paid request stores the content.
      outage === "unreachable after the outcome" && way !== "an agent's paid request"
        ? /is paid, but the rest of the response could not be read\. Do not pay again/
        : /The payment may have been sent; its outcome is not recorded yet\. Do not pay again/,
    );
    expect(text).toContain('"payment_unconfirmed"');
    expect(text).toMatch(warned);
    for (const said of [text, ...context.logged]) expect(said).not.toMatch(falseSentences);
    if (!way.startsWith("a tool")) expect(context.logged).not.toEqual([]);
  });

  it("rejects with the same warning in the process", async () => {
    const context = world(outage);
    const { treasury } = context;
    const proposalId = await pending(context);
    const decided = treasury.decide({ proposalId, ...approve });
    if (outage === "unreachable after the outcome") {
      expect(await decided).toMatchObject({ status: "executed" });
      return;
    }
    const error: unknown = await decided.catch((thrown: unknown) => thrown);
    expect(isTreasuryError(error) && error.code).toBe("payment_unconfirmed");
    expect(textOf(error)).not.toMatch(falseSentences);
  });

  it("ends a turn with status 200 and an error event", async () => {
    const model = testModel(calls("propose_spend", small), says("Bought it."));
    const context = world(outage, { model });
    const body = { message: "Buy it." };
    const answered = await sendTo<AgentTurnResult>(
      context.treasury,
      "POST /agent",
      bearer(tokens.ada),
      body,
    );
    expect(answered.status).toBe(200);
    const { events, state, turnId } = answered.body;
    expect(events.at(-1)).toMatchObject({ kind: "error" });
    expect(state.balanceUsd).toBe(1_000);
    expect(JSON.stringify(events.at(-1))).toContain("`state` is from before the tools' calls.");
    expect(turnId).toMatch(/^turn_/);
    const text = JSON.stringify(events);
    expect(text).toMatch(/Do not pay again|"status":"executed"/);
    for (const said of [text, ...context.logged]) expect(said).not.toMatch(falseSentences);
  });
});

describe("a decision from a channel", () => {
  it("warns its sender not to pay again", async () => {
    const channel: ApprovalChannel = {
      id: "chat",
      people: { U1: { id: "ada", name: "Ada", groups: [] } },
      register: (): ChannelParts => ({
        send: async () => ({}),
        update: async () => {},
        receiver: {
          signatureHeader: "x-signature",
          receive: async ({ body }, decide) =>
            (await decide(JSON.parse(new TextDecoder().decode(body)))).text,
        },
      }),
    };
    const context = world("unreachable", { channels: [channel] });
    const proposalId = await pending(context);
    const { proposal } = await context.treasury.proposal({ proposalId });
    const decision = { workspaceId: "demo", proposalId, sender: "U1", decision: "approve" };
    const { handler } = context.treasury;
    const response = await handler(
      new Request("http://localhost:3000/api/service/channels/chat", {
        method: "POST",
        headers: { "content-type": "application/json", "x-signature": "valid" },
        body: JSON.stringify({ ...decision, digest: proposal.digest, evidence: {} }),
      }),
    );
    expect(await response.text()).toMatch(/may have been sent.*Do not pay again/);
  });
});
