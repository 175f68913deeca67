import type { Treasury } from "@agent-treasury/treasury-core";

/** The part of a treasury that an adapter mounts. */
export type MountableTreasury = Pick<Treasury, "handler" | "basePath">;
