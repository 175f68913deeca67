import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { failureText, isDisconnected, outdatedText } from "./failure-text.ts";

it("does not announce a retry for a decision, and announces one for what is shown", async () => {
  const client = createTreasuryClient({
    baseUrl: "http://localhost:3000",
    maximumRetries: 0,
    fetch: () => Promise.reject(new TypeError("fetch failed")),
  });
  const decision = client.treasury.decide({ proposalId: "prop_1", decision: "approve" });
  const failed = await decision.catch((error: unknown) => error);
  expect(failureText(failed)).toMatch(/cannot be reached\. Your request is not retried/);
  expect(outdatedText(failed)).toMatch(/cannot be reached\. .* retries automatically/);
});

it.each([
  ["a proxy's 502", new Response("Bad gateway", { status: 502 }), true],
  ["a login form", new Response("<form>"), false],
])("knows whether the service is reached after %s", async (_what, response, expected) => {
  const client = createTreasuryClient({
    baseUrl: "http://localhost:3000",
    maximumRetries: 0,
    fetch: async () => response.clone(),
  });
  const failed: unknown = await client.treasury.state().catch((error: unknown) => error);
  expect(isDisconnected(failed)).toBe(expected);
  if (expected)
    expect(outdatedText(failed)).toMatch(/cannot be reached\. .* retries automatically/);
});
