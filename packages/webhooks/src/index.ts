export type { OutboundFetch } from "@agent-treasury/provider";
