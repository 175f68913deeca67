import { Micros } from "@agent-treasury/provider";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import type { Treasury } from "@agent-treasury/treasury-core";
import {
  type CallTokens,
  type EndpointAnswer,
  type ModelEndpoint,
  modelEndpoint,
  openTab,
  providerAnswer,
  testCostMicros,
  testPrices,
} from "test-suites/meters";
import { afterEach, expect, it } from "vitest";
import { type MeterTabs, meteredFetch } from "./index.ts";
import { chat, closeEndpoints, hi } from "./metered-endpoint.fixture.ts";

const endpoints: ModelEndpoint[] = [];

afterEach(() => closeEndpoints(endpoints));

async function clientOf(treasury: Treasury): Promise<MeterTabs> {
  const { token } = await treasury.credentials.issue({
    agentId: "meter",
    name: "Meter",
    role: "meter",
    owner: "Ada",
  });
  return createTreasuryClient({
    baseUrl: "http://localhost:3000",
    headers: { authorization: `Bearer ${token}` },
    fetch: (input, init) => treasury.handler(new Request(input, init)),
  }).tabs;
}

async function calls(
  tabs: MeterTabs,
  tabId: string,
  count: number,
  answer: (index: number) => EndpointAnswer,
): Promise<readonly number[]> {
  const endpoint = await modelEndpoint((_, index) => answer(index));
  endpoints.push(endpoint);
  const fetch = meteredFetch({ tabs, tabId, price: () => testPrices });
  const call = async (): Promise<number> => {
    const body = JSON.stringify({ ...hi, max_tokens: 10_000 });
    const response = await fetch(`${endpoint.url}${chat}`, { method: "POST", body });
    await response.text();
    return response.status;
  };
  return Promise.all(Array.from({ length: count }, call));
}

/** Between 1 and 100 percent of the worst case. */
function cost(index: number): CallTokens {
  const output = 100 * (((index * 37) % 100) + 1);
  return { input: 1, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 };
}

it.each(["in process", "over HTTP"])(
  "charges 32 parallel calls to a tab of 1.00 USD without passing it, %s",
  async (kind) => {
    const { treasury, tabId } = await openTab();
    const tabs = kind === "in process" ? treasury.tabs : await clientOf(treasury);
    let countedMicros = Micros.zero;
    const statuses = await calls(tabs, tabId, 32, (index) => {
      countedMicros = Micros.add(countedMicros, Micros.of(testCostMicros(cost(index))));
      return providerAnswer("chat", { tokens: cost(index), stream: false });
    });
    const refused = statuses.filter((status) => status === 402).length;
    expect(statuses.filter((status) => status === 200)).toHaveLength(32 - refused);
    expect(refused).toBeGreaterThan(0);
    const { tab } = await treasury.tabs.read({ tabId });
    expect(tab).toMatchObject({
      chargedUsd: Micros.toUsd(countedMicros),
      charges: 32 - refused,
      reservedUsd: 0,
      estimatedUsd: 0,
      meters: [{ name: "m" }],
    });
    expect(tab.chargedUsd).toBeLessThanOrEqual(1);
    await treasury.tabs.close({ tabId });
    const { expenseUsd, heldUsd } = await treasury.state();
    expect({ expenseUsd, heldUsd }).toEqual({ expenseUsd: tab.chargedUsd, heldUsd: 0 });
  },
);

it.each(["in process", "over HTTP"])("cancels and refuses calls, %s", async (kind) => {
  const { treasury, tabId } = await openTab();
  const tabs = kind === "in process" ? treasury.tabs : await clientOf(treasury);
  expect(await calls(tabs, tabId, 2, () => ({ status: 429, json: {} }))).toEqual([429, 429]);
  const { tab } = await treasury.tabs.read({ tabId });
  expect(tab).toMatchObject({ chargedUsd: 0, reservedUsd: 0, openReservations: 0 });
  await treasury.tabs.close({ tabId });
  expect(await calls(tabs, tabId, 1, () => ({ json: {} }))).toEqual([402]);
  expect(await calls(tabs, "prop_unknown", 1, () => ({ json: {} }))).toEqual([402]);
  expect(endpoints.map(({ requests }) => requests.length)).toEqual([2, 0, 0]);
});
