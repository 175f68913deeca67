import { serve } from "@hono/node-server";
import { apiOrigin, createApp } from "./create-app.ts";

const port = 3000;
const baseUrl = `http://localhost:${port}`;
const { app, treasury } = createApp(baseUrl);
const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => {
  buy().catch(({ message }: Error) => console.error(`The agent could not buy: ${message}`));
});

/** Buys a forecast as an agent would. */
async function buy(): Promise<void> {
  const request = { url: `${apiOrigin}/forecast`, purpose: "plan a trip" };
  const { proposal } = await treasury.fetchPaid(request);
  // Credits the payment now. Otherwise maintenance finds it on the chain.
  const id = proposal?.reference ?? "";
  await treasury.incoming.find("sandbox", { workspaceId: "seller", id });
  const { revenueUsd } = await treasury.state("seller");
  console.log(`An agent bought a forecast. The API has earned $${revenueUsd}.`);
  console.log(`Without a payment: curl -i ${baseUrl}/forecast. Ctrl+C stops the API.`);
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  // Completes requests in progress, and rejects new ones.
  process.once(signal, () => void treasury.close().then(() => server.close()));
}
