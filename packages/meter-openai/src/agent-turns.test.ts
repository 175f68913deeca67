import { openaiModel } from "@agent-treasury/model-openai";
import { Micros, type Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  type CallTokens,
  type ModelEndpoint,
  modelEndpoint,
  providerAnswer,
  type ScriptedCall,
  testCostMicros,
  testPrices,
} from "test-suites/meters";
import { afterEach, expect, it, vi } from "vitest";
import { type MeteredFetchOptions, meteredFetch } from "./index.ts";
import { closeEndpoints, tokens } from "./metered-endpoint.fixture.ts";

const endpoints: ModelEndpoint[] = [];

afterEach(() => closeEndpoints(endpoints));

type Script = Omit<ScriptedCall, "stream">;

interface AgentOptions extends Pick<Partial<MeteredFetchOptions>, "price"> {
  readonly tabUsd?: number;
  readonly storage?: Storage;
}

/** The built-in agent with a metered model whose endpoint answers by the script. */
async function agentWith(
  script: readonly Script[],
  { tabUsd = 0.5, price = () => testPrices, storage = memoryStorage() }: AgentOptions = {},
): Promise<{ treasury: Treasury; endpoint: ModelEndpoint }> {
  const last: Script = { tokens };
  const endpoint = await modelEndpoint((_, index) =>
    providerAnswer("chat", { ...(script[index] ?? last), stream: true }),
  );
  endpoints.push(endpoint);
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    recoverySeconds: false,
    authenticate: () => ({ id: "ada", name: "Ada" }),
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 100 },
    turns: { tabUsd, outputTokens: 1_000, drainSeconds: 0.01 },
    model: openaiModel({
      model: "test-model",
      apiKey: "unused",
      baseUrl: `${endpoint.url}/v1`,
      tools: "native",
      maximumRetries: 0,
      meter: (tab) => meteredFetch({ ...tab, price }),
    }),
  });
  return { treasury, endpoint };
}

function usdOf(calls: readonly CallTokens[]): number {
  const sum = calls.reduce(
    (total, call) => Micros.add(total, Micros.of(testCostMicros(call))),
    Micros.zero,
  );
  return Micros.toUsd(sum);
}

const cheap: CallTokens = { ...tokens, output: 7, reasoning: 0 };

async function costsByTurn(treasury: Treasury) {
  const { rows } = await treasury.costs({ by: "turn" });
  return rows.map(({ key, amountUsd, charges }) => ({ key, amountUsd, charges }));
}

it("charges the calls of each turn to a tab that closes with the turn", async () => {
  const script: readonly Script[] = [{ tokens, tool: "check_treasury" }, { tokens: cheap }];
  const { treasury, endpoint } = await agentWith(script);
  const first = await treasury.runTurn({ message: "Check the balance." });
  expect(first.assistant).toBe("Hi there");
  const second = await treasury.runTurn({ message: "Again." });
  expect(endpoint.requests).toHaveLength(3);
  expect(await costsByTurn(treasury)).toEqual([
    { key: first.turnId, amountUsd: usdOf([tokens, cheap]), charges: 2 },
    { key: second.turnId, amountUsd: usdOf([tokens]), charges: 1 },
  ]);
  expect((await treasury.tabs.list()).tabs).toEqual([]);
  const { expenseUsd, heldUsd } = await treasury.state();
  expect({ expenseUsd, heldUsd }).toEqual({
    expenseUsd: usdOf([tokens, cheap, tokens]),
    heldUsd: 0,
  });
});

it("opens the next tab for a turn that resumes after an approval", async () => {
  const proposal = { amountUsd: 30, vendor: "Acme", purpose: "a desk" };
  const script: readonly Script[] = [
    { tokens, tool: "propose_spend", toolArguments: proposal },
    { tokens: cheap },
  ];
  const { treasury } = await agentWith(script);
  const { turnId } = await treasury.runTurn({ message: "Buy a desk." });
  expect(await costsByTurn(treasury)).toEqual([
    { key: turnId, amountUsd: usdOf([tokens]), charges: 1 },
  ]);
  const [pending] = (await treasury.inbox()).proposals;
  const decision = { decision: "approve", operator: "Ada" } as const;
  await treasury.decide({ proposalId: pending?.id ?? "", ...decision });
  await treasury.resumeTurn({ turnId });
  expect(await costsByTurn(treasury)).toEqual([
    { key: turnId, amountUsd: 30 + usdOf([tokens, cheap]), charges: 2 },
  ]);
});

it("continues on the tab of a process that exited, also if tabs are larger now", async () => {
  const shared = memoryStorage();
  const storage = { ...forwardedStorage(shared), close: () => Promise.resolve() };
  const { treasury: first, endpoint } = await agentWith([{ tokens, then: "hang" }], { storage });
  const body = JSON.stringify({ message: "Check." });
  const headers = { "content-type": "application/json", "idempotency-key": "one" };
  const url = "http://localhost:3000/api/service/agent";
  const answer = first.handler(new Request(url, { method: "POST", body, headers }));
  await vi.waitFor(() => expect(endpoint.requests).toHaveLength(1));
  await Promise.all([first.close(), answer]);
  const { treasury } = await agentWith([], { storage, tabUsd: 0.75 });
  const [tab] = (await treasury.tabs.list()).tabs;
  expect(tab).toMatchObject({ status: "open", charges: 1 });
  await treasury.recover();
  const ended = await treasury.tabs.read({ tabId: tab?.id ?? "" });
  expect(ended.tab).toMatchObject({ status: "closed", charges: 2 });
  expect(await costsByTurn(treasury)).toMatchObject([{ charges: 2 }]);
});

it("charges the reservation of a call whose stream breaks", async () => {
  const { treasury } = await agentWith([{ tokens, then: "cut" }]);
  await expect(treasury.runTurn({ message: "Check." })).rejects.toMatchObject({
    code: "model_failed",
  });
  const [cost] = await costsByTurn(treasury);
  expect(cost?.charges).toBe(1);
  expect(cost?.amountUsd).toBeGreaterThan(usdOf([tokens]));
});

it.each([
  ["a model without a price", { price: () => undefined }, "model_failed", "has no price"],
  ["a call above the tab", { tabUsd: 0.01 }, "model_failed", "left of $0.01"],
  ["a tab that needs approval", { tabUsd: 30 }, "tab_closed", "is pending"],
])("refuses %s before the call", async (_, options, code, message) => {
  const { treasury, endpoint } = await agentWith([], options);
  await expect(treasury.runTurn({ message: "Check." })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
  expect(endpoint.requests).toEqual([]);
  expect((await treasury.state()).expenseUsd).toBe(0);
});

it("refuses a model that does not charge its calls, and a metered model without tabs", async () => {
  const baseUrl = "http://localhost:3000";
  const named = { model: "test-model", baseUrl: "http://127.0.0.1:9/v1" };
  const create = (model: ReturnType<typeof openaiModel>, tabUsd: number | null) =>
    createTreasury({ baseUrl, storage: memoryStorage(), model, turns: { tabUsd } });
  expect(() => create(openaiModel(named), 1)).toThrow("`turns.tabUsd` needs a model that charges");
  const treasury = create(openaiModel({ ...named, meter: meteredFetch }), null);
  await expect(treasury.runTurn({ message: "Check." })).rejects.toMatchObject({
    code: "model_not_connected",
  });
});
