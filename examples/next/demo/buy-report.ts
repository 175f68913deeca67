import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { treasuryFetch } from "@agent-treasury/sdk-client/paid-fetch";

const { TREASURY_URL: baseUrl = "http://localhost:3000", TREASURY_TOKEN: token } = process.env;
const client = createTreasuryClient({ baseUrl, headers: { authorization: `Bearer ${token}` } });
const fetch = treasuryFetch(client, { purpose: "a new landing page", maximumUsd: 1 });
const headers = { "idempotency-key": "demo report" };
const report = await fetch("https://studio.example/report", { headers });
console.log((await report.text()).trim());
