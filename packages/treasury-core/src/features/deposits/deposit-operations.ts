// Loaded when one of them is called.
export { collectRevenue } from "./collect-revenue.ts";
export { confirmDeposit, startDeposit } from "./deposits.ts";
export { createOffer } from "./offers.ts";
export { receiveWebhook } from "./receive-webhook.ts";
export { reconcile } from "./reconcile.ts";
