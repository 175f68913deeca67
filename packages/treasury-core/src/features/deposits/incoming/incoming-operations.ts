// Loaded ahead when there are rails for incoming payments.
export { announcePayment } from "./announce-payment.ts";
export { findIncoming } from "./find-incoming.ts";
export { recoverIncoming } from "./recover-incoming.ts";
