import {
  type ObjectClass,
  type ObjectNamespace,
  treasuryObjects,
  type TreasuryObjects,
} from "@agent-treasury/storage-durable-objects";
import { createTreasury } from "@agent-treasury/treasury-core";
import { spendingOptions } from "./spending-options.ts";

interface Env {
  readonly WORKSPACES: ObjectNamespace<unknown>;
  readonly INDEX: ObjectNamespace<unknown>;
}

const objects: TreasuryObjects<Env> = treasuryObjects<Env>({
  create: (_env, given) => createTreasury({ ...spendingOptions, ...given }),
  workspaces: (env) => env.WORKSPACES,
  index: (env) => env.INDEX,
});

export const TreasuryWorkspace: ObjectClass<Env> = objects.TreasuryWorkspace;
export const TreasuryIndex: ObjectClass<Env> = objects.TreasuryIndex;
export default objects;
