import { serve } from "@hono/node-server";
import { apiOrigin, createApp } from "./create-app.ts";

const port = 3000;
const baseUrl = `http://localhost:${port}`;
const { app, treasury } = createApp(baseUrl);
const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, async () => {
  const request = { url: `${apiOrigin}/forecast`, purpose: "plan a trip" };
  const { proposal } = await treasury.fetchPaid(request);
  // Credits the payment now. Otherwise maintenance finds it on the chain.
  const id = proposal?.reference ?? "";
  await treasury.incoming.find("sandbox", { workspaceId: "seller", id });
  const { revenueUsd } = await treasury.state("seller");
  console.log(`An agent bought a forecast. The API has earned $${revenueUsd.toFixed(2)}.`);
  console.log(`Without a payment: curl -i ${baseUrl}/forecast. Ctrl+C stops the API.`);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await treasury.close(); // completes requests in progress, rejects new ones
    server.close();
  });
}
