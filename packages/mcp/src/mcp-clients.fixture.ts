import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "@agent-treasury/provider";
import {
  type Treasury,
  type TreasuryOptions,
  agentTokens,
  createTreasury,
  operatorTokens,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  Client,
  type McpSubscription,
  StreamableHTTPClientTransport,
  type SubscriptionFilter,
  fromJsonSchema,
} from "@modelcontextprotocol/client";
import { mcpServer } from "./mcp-server.ts";
import { tasksExtension } from "./task-messages.ts";

export const address: URL = new URL("http://localhost:3000/api/service/mcp");
export const lamp = { amountUsd: 30, vendor: "Lamps", purpose: "a lamp" };

const newToken = (): string => randomBytes(24).toString("hex");
const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");

export const tokens: Readonly<Record<"buyer" | "other" | "stranger", string>> = {
  buyer: newToken(),
  other: newToken(),
  stranger: newToken(),
};
export const ada: string = newToken();
/** The agents with these tokens, as `agentTokens` reads them. */
export const agentsSetting: string = `buyer:acme:${digestOf(tokens.buyer)},other:acme:${digestOf(tokens.other)},stranger:demo:${digestOf(tokens.stranger)}`;

type Send = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** One storage with any number of processes. */
export interface TestService {
  readonly treasury: Treasury;
  /** Opens another process. */
  open(): Treasury;
  readonly send: Send;
  /** Of the requests that were sent. */
  readonly methods: readonly string[];
}

export function testService(options: Partial<TreasuryOptions> = {}): TestService {
  const { clock } = options;
  const storage = memoryStorage(clock && { now: () => clock.now() });
  const open = (): Treasury =>
    createTreasury({
      autoApprovePayees: "any",
      baseUrl: "http://localhost:3000",
      storage,
      budget: { startingCapitalUsd: 100 },
      authenticate: operatorTokens(`Ada:${digestOf(ada)}`),
      mcp: {
        server: mcpServer(),
        authenticate: agentTokens(agentsSetting),
        requestsPerMinute: false,
      },
      ...options,
    });
  const treasury = open();
  const methods: string[] = [];
  const send: Send = async (input, init) => {
    const request = new Request(input, init);
    methods.push(request.headers.get("mcp-method") ?? request.method);
    return treasury.handler(request);
  };
  return { treasury, open, send, methods };
}

/** The part of a task that tests read. */
export interface SeenTask {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage: string;
  readonly ttlMs: number | null;
  readonly result?: { readonly structuredContent: Readonly<Record<string, unknown>> };
}

const anyObject = fromJsonSchema<Record<string, unknown>>({ type: "object" });
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** A client of the official SDK that declares the Tasks extension. */
export interface TaskClient {
  readonly client: Client;
  /** The tasks of its notifications. */
  readonly seen: readonly SeenTask[];
  /** Proposes without the extension, because `callTool` of the SDK cannot return a task. */
  propose(spend?: object): Promise<string>;
  listen(...taskIds: string[]): Promise<McpSubscription>;
  get(taskId: string): Promise<SeenTask>;
  cancel(taskId: string): Promise<object>;
  update(taskId: string, inputResponses: object): Promise<object>;
}

export async function taskClient(
  { send }: Pick<TestService, "send">,
  bearer: string,
  url: URL = address,
): Promise<TaskClient> {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: { extensions: { [tasksExtension]: {} } },
      versionNegotiation: { mode: "auto" },
    },
  );
  const seen: SeenTask[] = [];
  client.setNotificationHandler("notifications/tasks", { params: anyObject }, (task) => {
    seen.push(task as unknown as SeenTask);
  });
  const headers = { authorization: `Bearer ${bearer}` };
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: send,
    requestInit: { headers },
  });
  await client.connect(transport);
  const request = async <Result>(method: string, params: object): Promise<Result> =>
    (await client.request({ method, params: { ...params } }, anyObject)) as Result;
  return {
    client,
    seen,
    propose: async (spend = lamp) => {
      const { structuredContent } = await client.callTool({
        name: "propose_spend",
        arguments: { ...spend },
        _meta: { [capabilitiesKey]: {} },
      });
      return (structuredContent as { readonly proposalId: string }).proposalId;
    },
    listen: (...taskIds) => client.listen({ taskIds } as SubscriptionFilter),
    get: (taskId) => request<SeenTask>("tasks/get", { taskId }),
    cancel: (taskId) => request<object>("tasks/cancel", { taskId }),
    update: (taskId, inputResponses) => request<object>("tasks/update", { taskId, inputResponses }),
  };
}

/** A subscription to a new pending proposal. */
export interface WaitingClient extends TaskClient {
  /** The proposal's id, which is the task's. */
  readonly id: string;
  readonly subscription: McpSubscription;
}

export async function waitingClient(
  service: Pick<TestService, "send">,
  bearer: string = tokens.buyer,
): Promise<WaitingClient> {
  const agent = await taskClient(service, bearer);
  const id = await agent.propose();
  const subscription = await agent.listen(id);
  await settle();
  return { ...agent, id, subscription };
}

/** A request of revision 2026-07-28, as a client sends it. */
export function modernRequest(
  bearer: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  capabilities: object = { extensions: { [tasksExtension]: {} } },
): Request {
  const name = params["name"] ?? params["taskId"];
  return new Request(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${bearer}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          [capabilitiesKey]: capabilities,
        },
      },
    }),
  });
}

/** A clock that only a test advances. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  /** The number of pending sleeps. */
  readonly sleepers: number;
}

export function testClock(): TestClock {
  let now = Date.UTC(2026, 10, 3, 10);
  const sleepers = new Map<() => void, number>();
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const wake = (): void => {
          sleepers.delete(wake);
          if (signal?.aborted === true) reject(signal.reason);
          else resolve();
        };
        sleepers.set(wake, now + milliseconds);
        signal?.addEventListener("abort", wake, { once: true });
      }),
    advance: (milliseconds) => {
      now += milliseconds;
      for (const [wake, until] of sleepers) if (until <= now) wake();
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}

/** Lets the requests in flight run until they only wait. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
