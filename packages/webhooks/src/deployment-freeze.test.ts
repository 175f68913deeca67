import { expect, it } from "vitest";
import { openWebhooks } from "./test-webhooks.fixture.ts";

it("the freeze of all workspaces has no endpoints", async () => {
  const { events } = await openWebhooks();
  expect(await events.targets?.("~deployment")).toEqual([]);
});
