import type { LanguageModel } from "@agent-treasury/provider";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { memoryStorage } from "../../memory.ts";
import type { OfferedEndpoint } from "./endpoint-offers.ts";

const report: OfferedEndpoint = {
  workspaceId: "acme",
  title: "Weather report",
  url: "https://seller.example/report",
  priceUsd: 0.05,
};

/** Calls `create_offer` in a turn, and returns its result. */
async function offer(endpoints: readonly OfferedEndpoint[], given: object): Promise<unknown> {
  let isFirst = true;
  const call = JSON.stringify({ name: "create_offer", arguments: given });
  const model: LanguageModel = {
    specificationVersion: "1",
    provider: "test",
    modelId: "script",
    async *stream() {
      yield { kind: "text", text: isFirst ? `<tool_call>${call}</tool_call>` : "Done." };
      isFirst = false;
      yield { kind: "finish", reason: "stop", usage: null };
    },
  };
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model,
    paidEndpoints: endpoints,
    recoverySeconds: false,
  });
  onTestFinished(() => treasury.close());
  const { events } = await treasury.runTurn({ workspaceId: "acme", message: "Sell." });
  return events.flatMap((event) => (event.kind === "tool_result" ? [event.result] : []))[0];
}

describe("an agent that offers a paid endpoint", () => {
  it("gets its URL and price", async () => {
    expect(await offer([report], { endpoint: "Weather report" })).toEqual({
      url: "https://seller.example/report",
      title: "Weather report",
      amountUsd: 0.05,
    });
  });

  it("gets none of another workspace", async () => {
    const others = [{ ...report, workspaceId: "beta", title: "Secret report" }, report];
    const result = JSON.stringify(await offer(others, { endpoint: "Secret report" }));
    expect(result).toContain('The workspace has: \\"Weather report\\"');
    expect(result).not.toContain("seller.example");
  });

  it("creates no payment page without a processor of payments", async () => {
    const result = JSON.stringify(await offer([report], { title: "A page", amountUsd: 5 }));
    expect(result).toContain("`endpoint` is required");
  });

  it("has no such tool without endpoints", async () => {
    const result = JSON.stringify(await offer([], { endpoint: "Weather report" }));
    expect(result).not.toContain("seller.example");
  });
});

it.each<[string, readonly OfferedEndpoint[]]>([
  ["without a price", [{ ...report, priceUsd: 0 }]],
  ["without a URL", [{ ...report, url: "report" }]],
  ["without a title", [{ ...report, title: " " }]],
  ["listed twice", [report, report]],
])("refuses a paid endpoint %s", async (_title, endpoints) => {
  await expect(offer(endpoints, {})).rejects.toMatchObject({ code: "invalid_request" });
});
