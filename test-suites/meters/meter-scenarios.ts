import { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import type * as Vitest from "vitest";
import { FakeTab } from "./fake-tab.ts";
import { type ModelEndpoint, modelEndpoint } from "./model-endpoint.ts";
import { openTab } from "./open-tab.ts";
import {
  type CallTokens,
  type ProviderApi,
  type ScriptedCall,
  providerAnswer,
  testCostMicros,
  testPrices,
} from "./provider-answers.ts";

/** The operations of a tab that a meter calls. */
interface ScriptedTabs {
  reserve(input: { tabId: string; amountUsd: number; meter?: string }): Promise<{ number: number }>;
  settle(input: {
    tabId: string;
    number: number;
    amountUsd: number;
    meter?: string;
  }): Promise<unknown>;
  cancel(input: { tabId: string; number: number }): Promise<unknown>;
}

/** What a client passes to its meter. */
export interface ScriptedMeter {
  readonly tabs: ScriptedTabs;
  readonly workspaceId: string;
  readonly tabId: string;
  readonly price: (call: { readonly model: string }) => typeof testPrices | undefined;
}

export interface MeteredClientOptions {
  readonly url: string;
  readonly meter: ScriptedMeter;
  /** The maximum of output tokens. */
  readonly limit: number;
}

/** A client of a provider with a meter, as an app uses it. Its model is `test-model`. */
export interface MeteredClient {
  readonly name: string;
  readonly api: ProviderApi;
  /** Makes one call and returns its text. */
  readonly generate: (options: MeteredClientOptions) => Promise<string>;
  /** Streams one call. Aborts it after its first text if `abort` is true. */
  readonly stream: (options: MeteredClientOptions, abort?: boolean) => Promise<string>;
  /** Runs the tool `look` once, and then returns the text. */
  readonly loop: (options: MeteredClientOptions) => Promise<string>;
}

type TestFunctions = Pick<typeof Vitest, "describe" | "it" | "expect">;

/** Anthropic alone counts what a call writes to the cache. */
function tokensOf({ api }: MeteredClient): CallTokens {
  const cacheWrite = api === "messages" ? 100 : 0;
  return { input: 1_234, cacheRead: 1_000, cacheWrite, output: 321, reasoning: 64 };
}
const oneUsdMicros = 1_000_000n;

type Script = (index: number) => Omit<ScriptedCall, "stream"> | { status: number; json: unknown };

interface Run extends MeteredClientOptions {
  readonly tab: FakeTab;
  readonly endpoint: ModelEndpoint;
}

/** What holds for every meter with the client of every provider. */
export function meterScenarios(test: TestFunctions, client: MeteredClient): void {
  test.describe(client.name, () => {
    const scenario: Scenario = (title, script, check) => {
      test.it(title, () => withEndpoint(client, script, check));
    };
    answerScenarios(test, client, scenario);
    failureScenarios(test, client, scenario);
  });
}

type Scenario = (title: string, script: Script, check: (run: Run) => Promise<void>) => void;

function answerScenarios(
  { expect }: TestFunctions,
  client: MeteredClient,
  scenario: Scenario,
): void {
  const tokens = tokensOf(client);
  scenario(
    "charges what the provider counted for a JSON answer",
    () => ({ tokens }),
    async ({ tab, ...options }) => {
      expect(await client.generate(options)).toBe("Hi there");
      expect(tab.chargedMicros).toBe(testCostMicros(tokens));
      expect(tab.states).toEqual(["settled"]);
      expect([...tab.meters.keys()]).toEqual(["test-model"]);
    },
  );

  scenario(
    "charges what the provider counted for a stream",
    () => ({ tokens }),
    async ({ tab, ...options }) => {
      expect(await client.stream(options)).toBe("Hi there");
      expect(tab.chargedMicros).toBe(testCostMicros(tokens));
      expect(tab.reports).toBe(1);
    },
  );

  scenario(
    "charges the reservation for a stream that the app aborts",
    () => ({ tokens, then: "hang" }),
    async ({ tab, ...options }) => {
      expect(await client.stream(options, true)).toBe("Hi");
      await expect.poll(() => tab.states).toEqual(["settled"]);
      expect(tab.chargedMicros).toBe(tab.reservations[0]?.micros);
      expect(tab.chargedMicros).toBeGreaterThanOrEqual(testCostMicros(tokens));
      expect(tab.reports).toBe(1);
    },
  );

  scenario(
    "charges each call of a tool loop",
    (index) => ({ tokens, ...(index === 0 && { tool: "look" }) }),
    async ({ tab, ...options }) => {
      expect(await client.loop(options)).toBe("Hi there");
      expect(tab.states).toEqual(["settled", "settled"]);
      expect(tab.chargedMicros).toBe(2n * testCostMicros(tokens));
    },
  );
}

const overloaded = { error: { type: "overloaded", message: "Try again." } };

/** Between 1 and 100 percent of a worst case, of which nine fit into the tab. */
function varied(index: number): CallTokens {
  const output = 100 * (((index * 37) % 100) + 1);
  return { input: 1, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 };
}

function failureScenarios(
  { expect }: TestFunctions,
  client: MeteredClient,
  scenario: Scenario,
): void {
  const tokens = tokensOf(client);
  scenario(
    "charges nothing for an answer of 429, and the reservation for one of 500",
    (index) => (index === 2 ? { tokens } : { status: index === 0 ? 429 : 500, json: overloaded }),
    async ({ tab, ...options }) => {
      expect(await client.generate(options)).toBe("Hi there");
      expect(tab.states).toEqual(["cancelled", "settled", "settled"]);
      const failedMicros = tab.reservations[1]?.micros ?? 0n;
      expect(tab.chargedMicros).toBe(failedMicros + testCostMicros(tokens));
    },
  );

  scenario(
    "makes no call if the tab refuses, and reports the reason without retries",
    () => ({ tokens }),
    async ({ tab, endpoint, ...options }) => {
      tab.closedBecause = "tab_exhausted";
      await expect(client.generate(options)).rejects.toThrow("tab_exhausted");
      await expect(client.stream(options)).rejects.toThrow("tab_exhausted");
      expect(endpoint.requests).toEqual([]);
    },
  );

  scenario(
    "never passes a tab of 1.00 USD of a treasury with 32 parallel calls",
    (index) => ({ tokens: varied(index) }),
    async ({ endpoint, url, meter }) => {
      const { treasury, tabId } = await openTab();
      let peakMicros = Micros.zero;
      const reserve: typeof treasury.tabs.reserve = async (input) => {
        const answer = await treasury.tabs.reserve(input);
        const { chargedUsd, reservedUsd } = answer.tab;
        const charged = limitFromUsd(chargedUsd, "chargedUsd");
        const total = Micros.add(charged, limitFromUsd(reservedUsd, "reservedUsd"));
        peakMicros = Micros.max(peakMicros, total);
        return answer;
      };
      const tabs = { ...treasury.tabs, reserve };
      const large = { url, meter: { ...meter, tabs, tabId }, limit: 10_000 };
      const results = await Promise.allSettled(
        Array.from({ length: 32 }, (_, index) =>
          index % 2 === 0 ? client.stream(large) : client.generate(large),
        ),
      );
      const made = results.filter(({ status }) => status === "fulfilled").length;
      expect(made).toBe(endpoint.requests.length);
      expect(made).toBeGreaterThanOrEqual(9);
      expect(peakMicros).toBeLessThanOrEqual(oneUsdMicros);
      const counted = endpoint.requests.map((_, index) => testCostMicros(varied(index)));
      const chargedUsd = Micros.toUsd(Micros.of(counted.reduce((sum, micros) => sum + micros, 0n)));
      const { tab } = await treasury.tabs.close({ tabId });
      expect(tab).toMatchObject({ chargedUsd, postedUsd: chargedUsd, estimatedUsd: 0 });
      expect(tab).toMatchObject({
        charges: made,
        reservedUsd: 0,
        meters: [{ name: "test-model" }],
      });
      expect(await treasury.state()).toMatchObject({ expenseUsd: chargedUsd, heldUsd: 0 });
    },
  );
}

async function withEndpoint(
  { api }: MeteredClient,
  script: Script,
  check: (run: Run) => Promise<void>,
): Promise<void> {
  const endpoint = await modelEndpoint(({ body }, index) => {
    const call = script(index);
    return "status" in call
      ? { headers: { "retry-after-ms": "1" }, ...call }
      : providerAnswer(api, { ...call, stream: body["stream"] === true });
  });
  const tab = new FakeTab(oneUsdMicros);
  const meter: ScriptedMeter = {
    tabs: tab.tabs,
    workspaceId: "demo",
    tabId: "tab-1",
    price: ({ model }) => (model === "test-model" ? testPrices : undefined),
  };
  try {
    await check({ url: endpoint.url, meter, limit: 1_000, tab, endpoint });
  } finally {
    await endpoint.close();
  }
}
