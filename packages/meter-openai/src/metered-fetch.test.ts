import { Micros } from "@agent-treasury/provider";
import {
  type EndpointAnswer,
  FakeTab,
  type ModelEndpoint,
  providerAnswer,
  testCostMicros,
  testPrices,
} from "test-suites/meters";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type UnsettledCharge, meteredFetch } from "./index.ts";
import {
  chat,
  closeEndpoints,
  hi,
  json,
  meteredEndpoint,
  tokens,
} from "./metered-endpoint.fixture.ts";

const events = providerAnswer("chat", { tokens, stream: true });
const endpoints: ModelEndpoint[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await closeEndpoints(endpoints);
});

describe("a request", () => {
  it("passes unchanged, except that a stream of chat completions asks for its usage", async () => {
    const { endpoint, post } = await meteredEndpoint(endpoints, events);
    const stream = { ...hi, stream: true };
    const response = await post(chat, stream, { headers: { "content-length": "1" } });
    const text = events.events?.map((event) =>
      typeof event === "string" ? `data: ${event}\n\n` : `data: ${JSON.stringify(event)}\n\n`,
    );
    expect(await response.text()).toBe(text?.join(""));
    expect(response.url).toBe(`${endpoint.url}${chat}`);
    await (await post(chat, { ...stream, stream_options: { include_usage: false } })).text();
    await (await post("/v1/responses", stream)).text();
    expect(endpoint.requests.map(({ body }) => body)).toEqual([
      { ...stream, stream_options: { include_usage: true } },
      { ...stream, stream_options: { include_usage: false } },
      stream,
    ]);
  });

  it.each([
    ["GET", "/v1/models"],
    ["POST", "/v1/messages/count_tokens"],
    ["DELETE", "/v1/responses/resp_1"],
  ])("that runs no model passes without a charge: %s %s", async (method, path) => {
    const { tab, post } = await meteredEndpoint(endpoints, { json: { fine: true } });
    const response = await post(path, hi, { method, ...(method === "GET" && { body: null }) });
    expect(await response.json()).toEqual({ fine: true });
    expect(tab.reservations).toEqual([]);
  });

  it("may be a Request", async () => {
    const { endpoint, tab } = await meteredEndpoint(endpoints, json);
    const fetch = meteredFetch({
      tabs: tab.tabs,
      workspaceId: "d",
      tabId: "t",
      price: () => testPrices,
    });
    const request = new Request(`${endpoint.url}${chat}`, {
      method: "POST",
      body: JSON.stringify(hi),
    });
    expect(await (await fetch(request)).json()).toEqual(json.json);
    expect(tab.chargedMicros).toBe(testCostMicros(tokens));
  });
});

describe("a call that fails", () => {
  it("is canceled if no connection was made", async () => {
    const { tab, post } = await meteredEndpoint(endpoints, json);
    await closeEndpoints(endpoints);
    await expect(post(chat, hi)).rejects.toThrow("fetch failed");
    expect(tab.states).toEqual(["cancelled"]);
  });

  it("is canceled if it was aborted before it was sent", async () => {
    const { endpoint, tab, post } = await meteredEndpoint(endpoints, json);
    const controller = new AbortController();
    const called = post(chat, hi, { signal: controller.signal });
    controller.abort();
    await expect(called).rejects.toThrow("aborted");
    expect(tab.states).toEqual(["cancelled"]);
    await expect(post(chat, hi, { signal: controller.signal })).rejects.toThrow("aborted");
    expect(tab.states).toHaveLength(1);
    expect(endpoint.requests).toEqual([]);
  });

  it.each<[string, EndpointAnswer, "cancelled" | "settled"]>([
    ["400", { status: 400, json: { error: {} } }, "cancelled"],
    ["408", { status: 408, json: { error: {} } }, "settled"],
    ["503", { status: 503, json: { error: {} } }, "settled"],
    ["200 without usage", { json: { id: "x" } }, "settled"],
    ["200 of a response that still runs", { json: { status: "queued", usage: null } }, "settled"],
    ["a stream that breaks", { events: events.events?.slice(0, 2) ?? [], then: "cut" }, "settled"],
    ["a stream that ends early", { events: events.events?.slice(0, 5) ?? [] }, "settled"],
  ])("with %s is not forgotten", async (_, answer, state) => {
    const { tab, post } = await meteredEndpoint(endpoints, answer);
    const response = await post(chat, { ...hi, stream: answer.events !== undefined });
    await response.text().catch(() => "");
    expect(tab.states).toEqual([state]);
    expect(tab.chargedMicros).toBe(state === "settled" ? tab.reservations[0]?.micros : 0n);
  });

  it("with 400 and usage is charged for its usage", async () => {
    const { tab, post } = await meteredEndpoint(endpoints, { status: 400, json: json.json });
    expect(await (await post(chat, hi)).json()).toEqual(json.json);
    expect(tab.chargedMicros).toBe(testCostMicros(tokens));
  });

  it("is charged at its reservation if the app cancels the body", async () => {
    const { tab, post } = await meteredEndpoint(endpoints, { ...events, then: "hang" });
    const response = await post(chat, { ...hi, stream: true });
    await response.body?.cancel();
    expect(tab.states).toEqual(["settled"]);
    expect(tab.chargedMicros).toBe(tab.reservations[0]?.micros);
  });

  it("is charged at its reservation if the app aborts it while it waits", async () => {
    const { tab, post } = await meteredEndpoint(endpoints, { events: [], then: "hang" });
    const controller = new AbortController();
    const response = await post(chat, { ...hi, stream: true }, { signal: controller.signal });
    controller.abort();
    // Nothing reads the body.
    await expect.poll(() => tab.states).toEqual(["settled"]);
    expect(tab.chargedMicros).toBe(tab.reservations[0]?.micros);
    await expect(response.text()).rejects.toThrow("aborted");
  });
});

describe("a treasury that fails", () => {
  it("makes no call if it does not answer the reservation", async () => {
    const { endpoint, post } = await meteredEndpoint(endpoints, json, {
      tabs: { ...new FakeTab(1n).tabs, reserve: () => Promise.reject(new Error("No answer.")) },
    });
    await expect(post(chat, hi)).rejects.toThrow("No answer.");
    expect(endpoint.requests).toEqual([]);
  });

  it.each(["tab_exhausted", "tab_closed", "tab_not_found", "frozen"])(
    "is reported as status 402 with %s",
    async (code) => {
      const { endpoint, tab, post } = await meteredEndpoint(endpoints, json);
      tab.closedBecause = code;
      const response = await post(chat, hi);
      expect(response.status).toBe(402);
      expect(await response.json()).toMatchObject({ type: "error", error: { code, type: code } });
      expect(endpoint.requests).toEqual([]);
    },
  );

  it("receives a settlement again, without failing the call", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const onUnsettled = vi.fn<(charge: UnsettledCharge) => void>();
    const { tab, post } = await meteredEndpoint(endpoints, json, { onUnsettled });
    tab.failures.push(new Error("1"), new Error("2"), new Error("3"));
    expect(await (await post(chat, hi)).json()).toEqual(json.json);
    expect(tab.states).toEqual(["open"]);
    const states = async (): Promise<readonly string[]> => {
      await vi.advanceTimersByTimeAsync(5_000);
      return tab.states;
    };
    await expect.poll(states).toEqual(["settled"]);
    expect(tab.chargedMicros).toBe(testCostMicros(tokens));
    expect(onUnsettled).not.toHaveBeenCalled();
  });

  it("is reported to onUnsettled after four attempts", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const onUnsettled = vi.fn<(charge: UnsettledCharge) => void>(() => {
      throw new Error("An error of the app.");
    });
    const { tab, post } = await meteredEndpoint(endpoints, json, { onUnsettled });
    tab.failures.push(...["1", "2", "3", "4"].map((text) => new Error(text)));
    expect(await (await post(chat, hi)).json()).toEqual(json.json);
    const attempts = async (): Promise<number> => {
      await vi.advanceTimersByTimeAsync(5_000);
      return onUnsettled.mock.calls.length;
    };
    await expect.poll(attempts).toBe(1);
    const unsettled = onUnsettled.mock.calls[0]?.[0];
    const amountUsd = Micros.toUsd(Micros.of(testCostMicros(tokens)));
    expect(unsettled).toMatchObject({ number: 1, amountUsd, meter: "m" });
    expect(unsettled?.error).toEqual(new Error("4"));
    expect(tab.states).toEqual(["open"]);
  });
});
