import { isTreasuryError, type LanguageModel, type ModelPart } from "@agent-treasury/provider";
import { agentTokens, createTreasury, operatorTokens } from "@agent-treasury/treasury-core";
import type { ApprovalChannel } from "@agent-treasury/treasury-core/channel";
import { mcpServer } from "../../packages/mcp/src/index.ts";
import {
  sellerOrigin,
  testSeller,
} from "../../packages/treasury-core/src/features/paid-fetch/test-seller.fixture.ts";
import { openStore } from "../stores/store.ts";
import { card, recordingPayee } from "./outage-payees.ts";
import {
  type OtherWay,
  otherWays,
  type OutageLine,
  type OutageTask,
  type PayingWay,
  purposeOf,
  workspaceOf,
} from "./outage-task.ts";
import { leave, ownTask, print, readyToGo, toldToStop } from "./own-task.ts";

// Pays by every way at once. Its payees answer when the process continues, and by then the database
// is lost.
const { name, store, ways, payeePath } = ownTask() as OutageTask;

const report = (line: OutageLine): void => print(JSON.stringify(line));
const adasToken = "ada-token";
const tokenOf = (way: PayingWay): string => `token-of-${way}`;
const goOn = Promise.withResolvers<void>();

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}

async function untilAnswering(): Promise<void> {
  report({ kind: "paying" });
  await goOn.promise;
}

/** Proposes the spend in the message, and then answers. */
const model: LanguageModel = {
  specificationVersion: "1",
  provider: "test",
  modelId: "test",
  async *stream({ messages }): AsyncGenerator<ModelPart> {
    const [, spend = ""] = /spend (\{.*?\})/.exec(messages.map((one) => one.content).join()) ?? [];
    const called = `<tool_call>{"name":"propose_spend","arguments":${spend}}</tool_call>`;
    const isOver = messages.at(-1)?.content.startsWith("<tool_response>") === true;
    yield { kind: "text", text: isOver ? "It ended." : called };
    yield { kind: "finish", reason: "stop", usage: null };
  },
};

const channel: ApprovalChannel = {
  id: "chat",
  people: { U1: { id: "ada", name: "Ada", groups: [] } },
  register: () => ({
    send: async () => ({}),
    update: async () => {},
    receiver: {
      signatureHeader: "x-signature",
      receive: async ({ body }, decide) =>
        (await decide(JSON.parse(new TextDecoder().decode(body)))).text,
    },
  }),
};

/** With its causes, as the log has it. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message}${error.cause === undefined ? "" : ` ${textOf(error.cause)}`}`;
}

/** What code in the process reads. */
async function answerOf(call: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await call);
  } catch (error) {
    return `${textOf(error)}${isTreasuryError(error) ? ` ${error.code} ${error.remedy}` : ""}`;
  }
}

await readyToGo();
const seller = testSeller();
const agents = await Promise.all(
  ways.map(async (way) => `buyer:${workspaceOf(way, name)}:${await sha256(tokenOf(way))}`),
);
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://localhost:3000",
  storage: openStore(store),
  budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
  recoverySeconds: 1,
  turns: { timeoutSeconds: 120 },
  model,
  channels: [channel],
  authenticate: operatorTokens(`Ada:${await sha256(adasToken)}`),
  mcp: {
    server: mcpServer(),
    authenticate: agentTokens(agents.join(",")),
    requestsPerMinute: false,
  },
  executors: [card, seller.executor].map((executor) => ({
    executor: recordingPayee(executor, payeePath, untilAnswering),
    timeoutSeconds: 20,
  })),
  paidFetch: { origins: [sellerOrigin] },
  outbound: seller.outbound,
  hooks: {
    event: (event) => {
      const proposalId = "proposal" in event ? event.proposal.id : null;
      report({ kind: "event", event: event.kind, proposalId });
    },
  },
  onFailure: ({ action, error }) => report({ kind: "log", action, text: textOf(error) }),
});

type Headers = Readonly<Record<string, string>>;

async function send(token: string, path: string, body?: object, more: Headers = {}) {
  const response = await treasury.handler(
    new Request(`http://localhost:3000/api/service${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return `${response.status} ${await response.text()}`;
}

/** A person has to approve it. */
const largeUsd = 24;
const smallUsd = 5;

function spendOf(way: PayingWay | OtherWay, amountUsd: number) {
  const spend = { amountUsd, vendor: "Namecheap", purpose: purposeOf(way, name) };
  return { workspaceId: workspaceOf(way, name), ...spend };
}

function agentSpend(way: PayingWay) {
  const { workspaceId: _workspaceId, ...spend } = spendOf(way, smallUsd);
  return spend;
}

function turnOf(way: PayingWay, amountUsd: number) {
  const { workspaceId, ...spend } = spendOf(way, amountUsd);
  return { workspaceId, message: `spend ${JSON.stringify(spend)}` };
}

function purchaseOf(way: PayingWay) {
  return { url: `${sellerOrigin}/report`, purpose: purposeOf(way, name) };
}

/** A proposal that waits for approval, and the approval. */
async function waiting(way: PayingWay) {
  const { proposal } = await treasury.propose(spendOf(way, largeUsd));
  return { ...approvalOf(way, proposal.id), digest: proposal.digest };
}

function approvalOf(way: PayingWay, proposalId: string) {
  return { workspaceId: workspaceOf(way, name), proposalId, decision: "approve" } as const;
}

function mcpCall(way: PayingWay, tool: string, values: object): Promise<string> {
  const params = {
    name: tool,
    arguments: values,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return send(tokenOf(way), "/mcp", body, {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": tool,
  });
}

type Start = () => Promise<string>;

/** Each prepares what it needs while the database works. */
const starts: Readonly<Record<PayingWay, (way: PayingWay) => Promise<Start>>> = {
  decide: async (way) => {
    const approval = await waiting(way);
    return () => send(adasToken, "/treasury/decide", approval);
  },
  "decide-keyed": async (way) => {
    const approval = await waiting(way);
    return () => send(adasToken, "/treasury/decide", approval, { "idempotency-key": name });
  },
  "decide-resume": async (way) => {
    const { state } = await treasury.runTurn(turnOf(way, largeUsd));
    const approval = approvalOf(way, state.proposals[0]?.id ?? "");
    return () => send(adasToken, "/treasury/decide", { ...approval, resume: true });
  },
  "decide-call": async (way) => {
    const { digest: _digest, ...approval } = await waiting(way);
    return () => answerOf(treasury.decide({ ...approval, operator: "Ada" }));
  },
  channel: async (way) => {
    const body = { ...(await waiting(way)), sender: "U1", evidence: {} };
    return () => send("", "/channels/chat", body, { "x-signature": "valid" });
  },
  propose: async (way) => () => send(adasToken, "/treasury/proposals", spendOf(way, smallUsd)),
  "propose-call": async (way) => () => answerOf(treasury.propose(spendOf(way, smallUsd))),
  agent: async (way) => () => send(tokenOf(way), "/treasury/proposals", agentSpend(way)),
  fetch: async (way) => () => send(tokenOf(way), "/treasury/paid-requests", purchaseOf(way)),
  "fetch-call": async (way) => () =>
    answerOf(treasury.fetchPaid({ workspaceId: workspaceOf(way, name), ...purchaseOf(way) })),
  mcp: async (way) => () => mcpCall(way, "propose_spend", agentSpend(way)),
  "mcp-fetch": async (way) => () => mcpCall(way, "fetch_paid", purchaseOf(way)),
  turn: async (way) => () => send(adasToken, "/agent", turnOf(way, smallUsd)),
  "turn-stream": async (way) => () =>
    send(adasToken, "/agent", turnOf(way, smallUsd), { accept: "text/event-stream" }),
  "turn-call": async (way) => () => answerOf(treasury.runTurn(turnOf(way, smallUsd))),
};

const others: Readonly<Record<OtherWay, (way: OtherWay) => Promise<string>>> = {
  reset: (way) => send(adasToken, "/treasury/reset", { workspaceId: workspaceOf(way, name) }),
  ask: (way) => send(adasToken, "/treasury/proposals", spendOf(way, largeUsd)),
  read: () => send(adasToken, "/treasury?workspaceId=read"),
};

async function answering(way: PayingWay | OtherWay, start: Start): Promise<void> {
  const begun = performance.now();
  const text = await start();
  report({ kind: "answer", way, text, afterMs: Math.round(performance.now() - begun) });
}

/** Opens the connections of the pool, which can take longer than its timeout on a busy machine. */
async function connect(): Promise<void> {
  const reads = ways.map((way) => treasury.state(workspaceOf(way, name)));
  const failed = (await Promise.allSettled(reads)).find(({ status }) => status === "rejected");
  if (failed !== undefined) await connect();
}

await connect();
// One after another, because a busy machine would answer some of them too late.
const prepared: (readonly [PayingWay, Start])[] = [];
for (const way of ways) prepared.push([way, await starts[way](way)]);
await Promise.all(otherWays.map((way) => treasury.state(workspaceOf(way, name))));
report({ kind: "prepared" });
await toldToStop();
const paying = prepared.map(([way, start]) => answering(way, start));
report({ kind: "started" });
await toldToStop();
goOn.resolve();
await Promise.all([...paying, ...otherWays.map((way) => answering(way, () => others[way](way)))]);
report({ kind: "answered" });
await toldToStop();
leave();
