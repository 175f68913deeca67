import type { Treasury } from "@agent-treasury/treasury-core";

/** What an adapter mounts: a treasury as far as an adapter knows one. */
export type MountableTreasury = Pick<Treasury, "handler" | "basePath">;
