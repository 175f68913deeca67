import { serve } from "@hono/node-server";
import { apiOrigin, createApp } from "./create-app.ts";

const port = 3000;
const baseUrl = `http://localhost:${port}`;
const { app, treasury } = createApp(baseUrl);
const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, async () => {
  await treasury.fetchPaid({ url: `${apiOrigin}/forecast`, purpose: "plan a trip" });
  await treasury.recover(); // credits what the chain shows, as maintenance does regularly
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
