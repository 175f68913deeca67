import { mcpPath } from "@agent-treasury/contract";
import { type McpServer, TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it, vi } from "vitest";
import { type TreasuryOptions, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";

const baseUrl = "http://localhost:3000";
const agent = { name: "buyer", workspaceId: "acme" };
const principal = { ...agent, id: "buyer", owner: null, allocationId: null, credentialId: null };

async function ask(options: Partial<TreasuryOptions>, body = "{}") {
  const answer = vi.fn<() => Promise<Response>>(async () => new Response("{}"));
  const server = { specificationVersion: "1", answer } as const;
  const mcp: TreasuryOptions["mcp"] = { server, authenticate: () => agent };
  const access = { access: "guests", storage: memoryStorage() } as const;
  const treasury = createTreasury({ baseUrl, mcp, ...access, ...options });
  const init = { method: "POST", body };
  const response = await treasury.handler(new Request(`${baseUrl}/api/service${mcpPath}`, init));
  await treasury.close();
  const { code } = (await response.json()) as { code?: string };
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, code, retryAfter, calls: answer.mock.calls.length };
}

it("passes an external agent with its name and workspace to the rate limiter", async () => {
  const rateLimit = vi.fn<NonNullable<TreasuryOptions["rateLimit"]>>(() => 7);
  expect(await ask({ rateLimit })).toEqual({
    status: 429,
    code: "rate_limited",
    retryAfter: "7",
    calls: 0,
  });
  const asked = { operator: null, agent: principal, action: "mcp", workspaceId: "acme" };
  expect(rateLimit.mock.calls).toEqual([[expect.objectContaining(asked)]]);
  expect(await ask({ rateLimit: () => null })).toMatchObject({ status: 200, calls: 1 });
});

const keys = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));

it.each([
  ["a body of more than 64 KiB", { text: "x".repeat(65_536) }, 413, "body_too_large"],
  ["a body of 60,000 fields", { params: keys(60_000) }, 413, "body_too_large"],
  ["an object of more than 100 fields", { params: keys(101) }, 400, "invalid_request"],
  [
    "more than 1,000 fields in all",
    { params: Array.from({ length: 20 }, () => keys(60)) },
    400,
    "invalid_request",
  ],
])("refuses %s before the SDK reads it", async (_what, message, status, code) => {
  expect(await ask({}, JSON.stringify(message))).toMatchObject({ status, code, calls: 0 });
});

it("forwards a body of 100 fields in an object", async () => {
  const message = JSON.stringify({ params: keys(100) });
  expect(await ask({}, message)).toMatchObject({ status: 200, calls: 1 });
});

const fail = (): never => {
  throw new Error("The directory is away.");
};

it("passes an external agent to authorize, where a throw rejects the request", async () => {
  const authorize = vi.fn<NonNullable<TreasuryOptions["authorize"]>>(() => false);
  expect(await ask({ authorize })).toMatchObject({ status: 403, code: "forbidden", calls: 0 });
  expect(
    authorize.mock.calls.map(([{ request: _request, headers: _headers, ...input }]) => input),
  ).toEqual([{ operator: null, agent: principal, action: "mcp", workspaceId: "acme" }]);
  expect(await ask({ authorize: fail })).toMatchObject({ status: 503, calls: 0 });
  expect(await ask({ authorize: () => true })).toMatchObject({ status: 200, calls: 1 });
});

it("does not report a tool's answer that the service is busy, as over HTTP", async () => {
  const busy = new TreasuryError("service_busy", "Too many changes are queued.");
  const load = () => Promise.reject(busy);
  const storage = { ...forwardedStorage(memoryStorage()), load };
  const answers: string[] = [];
  const server: McpServer = {
    specificationVersion: "1",
    answer: async (_request, tools) => {
      const spend = { amountUsd: 5, vendor: "Acme", purpose: "paper" };
      const tool = tools.find(({ name }) => name === "propose_spend");
      answers.push((await tool?.call(spend))?.text ?? "");
      return new Response("{}");
    },
  };
  const onFailure = vi.fn<NonNullable<TreasuryOptions["onFailure"]>>();
  await ask({ mcp: { server, authenticate: () => agent }, storage, onFailure });
  expect(answers).toEqual([expect.stringContaining('"code":"service_busy"')]);
  expect(onFailure).not.toHaveBeenCalled();
});
