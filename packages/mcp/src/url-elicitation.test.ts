import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type TestService,
  address,
  lamp,
  modernRequest,
  testService,
  tokens,
} from "./mcp-clients.fixture.ts";
import { tasksExtension } from "./task-messages.ts";

let service: TestService;
beforeEach(() => {
  service = testService({ recoverySeconds: false });
});
afterEach(() => service.treasury.close());

type Reply = { action: "accept" | "decline" | "cancel"; content?: Record<string, boolean> };

/** A client of the official SDK whose user sees the address, and what it does then. */
async function clientThat(open: (url: URL) => Promise<Reply>, capabilities: object = {}) {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: { elicitation: { url: {} }, ...capabilities },
      versionNegotiation: { mode: "auto" },
    },
  );
  const seen: { url: string; message: string }[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    if (params.mode !== "url") throw new Error("It is a form.");
    seen.push({ url: params.url, message: params.message });
    return open(new URL(params.url));
  });
  const headers = { authorization: `Bearer ${tokens.buyer}` };
  await client.connect(
    new StreamableHTTPClientTransport(address, { fetch: service.send, requestInit: { headers } }),
  );
  const propose = (spend: object = lamp) =>
    client.callTool({ name: "propose_spend", arguments: { ...spend } });
  return { client, seen, propose };
}

const decided =
  (decision: "approve" | "deny") =>
  async ({ searchParams }: URL): Promise<Reply> => {
    const workspaceId = searchParams.get("workspace") ?? "";
    const proposalId = searchParams.get("proposal") ?? "";
    await service.treasury.decide({ workspaceId, proposalId, decision, operator: "Ada" });
    return { action: "accept" };
  };

describe("a client of the official SDK that opens pages", () => {
  it.each([
    ["approve", "executed"],
    ["deny", "denied"],
  ] as const)("receives the decision that was made on the page: %s", async (decision, status) => {
    const { seen, propose } = await clientThat(decided(decision));
    const { structuredContent } = await propose();
    expect(structuredContent).toMatchObject({ ...lamp, status });
    const { proposalId } = structuredContent as { proposalId: string };
    expect(seen).toEqual([
      {
        url: `http://localhost:3000/?workspace=acme&proposal=${proposalId}`,
        message: expect.stringContaining("Opening it approves nothing."),
      },
    ]);
  });

  it.each<Reply>([
    { action: "accept" },
    { action: "accept", content: { approved: true, approve: true } },
    { action: "decline" },
    { action: "cancel" },
  ])("approves nothing by its response: %j", async (reply) => {
    const { seen, propose } = await clientThat(async () => reply);
    const outcome = await propose().catch((error: unknown) => error);
    const { proposals } = await service.treasury.state("acme");
    expect(proposals).toMatchObject([{ status: "pending", approvals: { given: 0 } }]);
    expect([seen.length, outcome]).toMatchObject([
      1,
      { structuredContent: { ...lamp, status: "pending" } },
    ]);
  });

  it("is asked once for a spend, and not for one that executes", async () => {
    const { seen, propose } = await clientThat(async () => ({ action: "accept" }));
    await propose();
    await propose();
    expect(seen).toHaveLength(1);
    const small = await propose({ ...lamp, amountUsd: 5 });
    expect(small.structuredContent).toMatchObject({ status: "executed" });
    expect(seen).toHaveLength(1);
  });

  it("opens the configured page", async () => {
    await service.treasury.close();
    service = testService({ approvalPageUrl: "https://app.example.com/money?team=1" });
    const { seen, propose } = await clientThat(async () => ({ action: "decline" }));
    await propose();
    expect(seen[0]?.url).toMatch(
      /^https:\/\/app\.example\.com\/money\?team=1&workspace=acme&proposal=prop_/,
    );
  });
});

async function callRaw(capabilities: object, more: object = {}) {
  const call = { name: "propose_spend", arguments: lamp, ...more };
  const response = await service.send(
    modernRequest(tokens.buyer, "tools/call", call, capabilities),
  );
  return ((await response.json()) as { result: Record<string, unknown> }).result;
}

describe("a call whose proposal waits", () => {
  it("is a task after the page, for a client that declares both", async () => {
    const both = { elicitation: { url: {} }, extensions: { [tasksExtension]: {} } };
    expect(await callRaw(both)).toMatchObject({
      resultType: "input_required",
      inputRequests: { approval: { method: "elicitation/create", params: { mode: "url" } } },
    });
    const inputResponses = { approval: { action: "accept" } };
    expect(await callRaw(both, { inputResponses })).toMatchObject({
      resultType: "task",
      status: "working",
    });
  });

  it.each([{}, { elicitation: {} }, { elicitation: { form: {} } }])(
    "opens no page for a client that declares %j",
    async (capabilities) => {
      expect(await callRaw(capabilities)).toMatchObject({
        resultType: "complete",
        structuredContent: { status: "pending" },
      });
    },
  );
});
