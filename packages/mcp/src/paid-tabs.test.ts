import { Micros, type PaymentExecutor, type SpendOutcome } from "@agent-treasury/provider";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  address,
  taskClient,
  type TestService,
  testService,
  tokens,
} from "./mcp-clients.fixture.ts";

const payee = "https://seller.example";
const url = `${payee}/weather`;
const price = Micros.of("500000");
const unknown = { kind: "unknown", reason: "The answer was lost." } as const;

interface Shop extends TestService {
  /** Addresses that were requested without a payment. */
  readonly requested: readonly string[];
  readonly paid: readonly string[];
  outcome: SpendOutcome | null;
  /** Opens a tab for an agent, which Ada approves. */
  openTab(forAgent?: string): Promise<string>;
}

const soldTo = (proposalId: string): SpendOutcome => ({
  kind: "executed",
  captures: [{ id: `capture ${proposalId}`, amount: price }],
  reference: proposalId,
  resource: { status: 200, contentType: "text/plain", body: new TextEncoder().encode("Sunny") },
});

/** A seller whose address moved, and an executor that pays it. */
function shop(): Shop {
  const requested: string[] = [];
  const paid: string[] = [];
  const executor: PaymentExecutor = {
    specificationVersion: "1",
    provider: "chain",
    keyLifetimeMs: 60_000,
    needsQuote: true,
    mode: () => "sandbox",
    quote: async (_answer, request) => ({
      kind: "quoted",
      quote: {
        rail: "chain",
        payee,
        description: "A weather report",
        maximum: price,
        isFixed: true,
        expiresAt: Date.UTC(2100, 0),
        terms: { url: request.url },
      },
    }),
    pay: async ({ proposalId }) => {
      paid.push(proposalId);
      return service.outcome ?? soldTo(proposalId);
    },
    find: async ({ proposalId }) => service.outcome ?? soldTo(proposalId),
  };
  const started = testService({
    recoverySeconds: false,
    executors: { executor },
    paidFetch: { origins: [payee] },
    outbound: async (request) => {
      requested.push(request.url);
      const hasMoved = request.url === url;
      return {
        status: hasMoved ? 307 : 402,
        headers: hasMoved ? { location: "/v2/weather" } : {},
        body: new Uint8Array(),
        isTruncated: false,
      };
    },
  });
  const { treasury } = started;
  const service: Shop = {
    ...started,
    requested,
    paid,
    outcome: null,
    openTab: async (forAgent = "buyer") => {
      const opening = {
        amountUsd: 1.25,
        minutes: 60,
        payee,
        vendor: "Weather",
        purpose: "forecasts",
      };
      const named = { workspaceId: "acme", operator: "Ada" };
      const { tab } = await treasury.tabs.open({ ...named, ...opening, forAgent });
      await treasury.decide({ ...named, proposalId: tab.id, decision: "approve" });
      return tab.id;
    },
  };
  onTestFinished(() => treasury.close());
  return service;
}

interface CalledClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** Clients of the official SDK, with its newest protocol revision and the previous one. */
const clients = {
  "2026-07-28": async ({ send: fetch }: Shop): Promise<CalledClient> => {
    const options = { versionNegotiation: { mode: "auto" } } as const;
    const client = new Client({ name: "test", version: "1" }, options);
    await client.connect(new StreamableHTTPClientTransport(address, { fetch, requestInit }));
    return client;
  },
  "2025": async ({ send: fetch }: Shop): Promise<CalledClient> => {
    const client = new OlderClient({ name: "test", version: "1" });
    await client.connect(new OlderTransport(address, { fetch, requestInit }));
    return client;
  },
};
const requestInit = { headers: { authorization: `Bearer ${tokens.buyer}` } };

/** The SDK validates the structured result by the listed schema. */
async function call(client: CalledClient, name: string, given: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: given })) as {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
  };
  return { isError: result.isError ?? false, ...JSON.parse(result.content[0]?.text ?? "null") };
}

describe.each(Object.entries(clients))("a client of the official SDK, %s", (_, connect) => {
  it("pays from the tab that a person opened for its agent, by a redirect of the seller", async () => {
    const service = shop();
    const tabId = await service.openTab();
    const client = await connect(service);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "fetch_paid")).toMatchObject({
      inputSchema: {
        properties: { tabId: { type: "string" }, followRedirects: { type: "boolean" } },
      },
    });
    expect(await call(client, "check_treasury", {})).toMatchObject({
      tabs: [{ id: tabId, status: "open", payee, leftUsd: 1.25 }],
    });
    const asked = { url, purpose: "the weather", tabId, followRedirects: true };
    const bought = await call(client, "fetch_paid", asked);
    expect(bought).toMatchObject({
      isError: false,
      proposalId: expect.stringMatching(/^part_/) as unknown,
      status: "executed",
      capturedUsd: 0.5,
      purpose: `GET ${url} redirected to GET ${payee}/v2/weather: the weather`,
      resource: { from: payee, text: "Sunny" },
    });
    expect(await call(client, "fetch_paid", asked)).toMatchObject({ repeated: true });
    expect([service.requested.length, service.paid.length]).toEqual([2, 1]);
    const { proposalId } = bought;
    const { proposal } = await call(client, "check_treasury", { proposalId });
    expect(proposal).toMatchObject({ proposalId, status: "executed" });
    const other = { ...asked, purpose: "tomorrow's" };
    await call(client, "fetch_paid", other);
    const refused = await call(client, "fetch_paid", { ...asked, purpose: "next week's" });
    expect(refused).toMatchObject({ isError: true, code: "tab_exhausted" });
    expect(service.paid).toHaveLength(2);
    await client.close();
  });

  it("pays from no tab of another agent or of a person, and neither follows nor pays unasked", async () => {
    const service = shop();
    const client = await connect(service);
    for (const tabId of [
      await service.openTab("other"),
      await service.openTab("agent"),
      "prop_0",
    ]) {
      const asked = { url: `${payee}/v2/weather`, purpose: "the weather", tabId };
      const refused = await call(client, "fetch_paid", asked);
      expect(refused).toMatchObject({ isError: true, code: "tab_not_found" });
    }
    const omitted = { tabId: null, followRedirects: null };
    const moved = await call(client, "fetch_paid", { url, purpose: "the weather", ...omitted });
    expect(moved).toMatchObject({ isError: false, resource: { status: 307 } });
    expect(service.paid).toEqual([]);
    await client.close();
  });
});

it("is a task while the outcome of its payment is unknown, and is notified of it", async () => {
  const service = shop();
  const { treasury } = service;
  const tabId = await service.openTab();
  service.outcome = unknown;
  const { client, get, listen, seen } = await taskClient(service, tokens.buyer);
  const asked = { url: `${payee}/v2/weather`, purpose: "the weather", tabId };
  const { structuredContent } = await client.callTool({
    name: "fetch_paid",
    arguments: asked,
    _meta: { "io.modelcontextprotocol/clientCapabilities": {} },
  });
  const { proposalId } = structuredContent as { readonly proposalId: string };
  expect(structuredContent).toMatchObject({ status: "approved", resource: null });
  expect(await get(proposalId)).toMatchObject({ taskId: proposalId, status: "working" });
  const subscription = await listen(proposalId);
  const captures = [{ id: "late", amount: price }];
  const payment = { workspaceId: "acme", proposalId, captures, reference: "late" };
  await treasury.recordSpendNotice({ kind: "captured", ...payment });
  await subscription.closed;
  expect(seen.at(-1)).toMatchObject({
    status: "completed",
    result: { structuredContent: { proposalId, status: "executed", capturedUsd: 0.5 } },
  });
  await client.close();
});
