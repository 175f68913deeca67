import type { Treasury } from "@agent-treasury/treasury-core";

export type MountableTreasury = Pick<Treasury, "handler" | "basePath">;
