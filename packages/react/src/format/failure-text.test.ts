import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import {
  failureText,
  isDisconnected,
  isTemporary,
  outdatedText,
  readFailureText,
} from "./failure-text.ts";

it.each([
  ["no response", () => Promise.reject(new TypeError("fetch failed")), "cannot be reached"],
  ["a proxy's 502", async () => new Response("Bad gateway", { status: 502 }), "cannot be reached"],
  ["a timeout", () => Promise.reject(new DOMException("", "TimeoutError")), "in time"],
])("states whether a request may have taken effect after %s", async (_what, fetch, reason) => {
  const client = createTreasuryClient({
    baseUrl: "http://localhost:3000",
    maximumRetries: 0,
    fetch,
  });
  const change = client.payees.add({ vendor: "Figma", amountUsd: 9 });
  const failed = await change.catch((error: unknown) => error);
  expect(failureText(failed)).toContain(reason);
  expect(failureText(failed)).toMatch(/Your request may have taken effect\. Check this page/);
  expect(readFailureText(failed)).toMatch(/^The service .*\. Try again\.$/);
  expect(readFailureText(failed)).toContain(reason);
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

it.each([
  [401, true],
  [403, true],
  [429, true],
  [400, false],
  [404, false],
])("repeats the same request after the status %d: %s", async (status, expected) => {
  const client = createTreasuryClient({
    baseUrl: "http://localhost:3000",
    maximumRetries: 0,
    fetch: async () => Response.json({ error: "Refused." }, { status }),
  });
  const failed: unknown = await client.treasury.state().catch((error: unknown) => error);
  expect(isTemporary(failed)).toBe(expected);
});
