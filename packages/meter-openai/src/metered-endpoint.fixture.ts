import {
  type EndpointAnswer,
  FakeTab,
  type ModelEndpoint,
  modelEndpoint,
  providerAnswer,
  testPrices,
} from "test-suites/meters";
import { type MeterOptions, meteredFetch } from "./index.ts";

/** An endpoint, a tab of 10 USD, and the metered `fetch` between them. */
export interface MeteredEndpoint {
  readonly endpoint: ModelEndpoint;
  readonly tab: FakeTab;
  readonly post: (path: string, body: object, init?: RequestInit) => Promise<Response>;
}

export const tokens = { input: 1_234, cacheRead: 1_000, cacheWrite: 0, output: 321, reasoning: 64 };
export const chat = "/v1/chat/completions";
export const json: EndpointAnswer = providerAnswer("chat", { tokens, stream: false });
export const hi: Readonly<Record<string, unknown>> = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "hi" }],
};

/** Closed by `closeEndpoints`. */
export async function meteredEndpoint(
  endpoints: ModelEndpoint[],
  answer: EndpointAnswer,
  options: Partial<MeterOptions> = {},
): Promise<MeteredEndpoint> {
  const endpoint = await modelEndpoint(() => answer);
  endpoints.push(endpoint);
  const tab = new FakeTab(10_000_000n);
  const fetch = meteredFetch({
    tabs: tab.tabs,
    workspaceId: "demo",
    tabId: "tab-1",
    price: () => testPrices,
    ...options,
  });
  return {
    endpoint,
    tab,
    post: (path, body, init = {}) =>
      fetch(`${endpoint.url}${path}`, { method: "POST", body: JSON.stringify(body), ...init }),
  };
}

export async function closeEndpoints(endpoints: ModelEndpoint[]): Promise<void> {
  await Promise.all(endpoints.splice(0).map(({ close }) => close()));
}
