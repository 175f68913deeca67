import { expect, it } from "vitest";
import { apiOrigin, createApp } from "./create-app.ts";

it("sells a forecast to an agent, and earns its price once", async () => {
  const { app, treasury } = createApp("http://localhost:3000");
  const unpaid = await app.request("http://localhost:3000/forecast");
  expect([unpaid.status, unpaid.headers.has("payment-required")]).toEqual([402, true]);
  const request = {
    url: `${apiOrigin}/forecast`,
    purpose: "plan a trip",
    idempotencyKey: "trip",
  };
  for (let time = 0; time < 2; time += 1) {
    const { proposal, resource } = await treasury.fetchPaid(request);
    expect(proposal?.status).toBe("executed");
    expect(JSON.stringify(resource)).toContain("Lisbon");
    const id = proposal?.reference ?? "";
    await treasury.incoming.find("sandbox", { workspaceId: "seller", id });
  }
  const state = await app.request("http://localhost:3000/api/service/treasury?workspaceId=seller");
  expect(await state.json()).toMatchObject({ revenueUsd: 0.05, balanceUsd: 100.05 });
  await treasury.close();
});
