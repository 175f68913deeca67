import { lazily } from "@agent-treasury/provider/helpers";

type Operations = typeof import("./channel-operations.ts");

export const loadChannels: () => Promise<Operations> = lazily(
  () => import("./channel-operations.ts"),
);
