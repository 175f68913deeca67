import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { tellFailure, tellOutdated } from "./failure-words.ts";

it("never says of a decision that it is sent again by itself, as what is shown is", async () => {
  const client = createTreasuryClient({
    baseUrl: "http://localhost:3000",
    maximumRetries: 0,
    fetch: () => Promise.reject(new TypeError("fetch failed")),
  });
  const decision = client.treasury.decide({ proposalId: "prop_1", decision: "approve" });
  const failed = await decision.catch((error: unknown) => error);
  expect(tellFailure(failed)).toMatch(/cannot be reached\. Nothing is sent again by itself/);
  expect(tellOutdated(failed)).toMatch(/cannot be reached\. .* it is asked again by itself/);
});
