import {
  type ObjectClass,
  type ObjectNamespace,
  type TreasuryObjects,
  treasuryObjects,
} from "@agent-treasury/storage-durable-objects";
import { createTreasury, operatorTokens } from "@agent-treasury/treasury-core";

interface Env {
  readonly WORKSPACES: ObjectNamespace<unknown>;
  readonly INDEX: ObjectNamespace<unknown>;
  /** The public address of the Worker. */
  readonly BASE_URL: string;
  /** Who may approve: `name:sha256-of-token`, separated by commas. A secret of the Worker. */
  readonly OPERATORS: string;
}

const objects: TreasuryObjects<Env> = treasuryObjects<Env>({
  create: ({ BASE_URL, OPERATORS }, options) =>
    createTreasury({
      baseUrl: BASE_URL,
      authenticate: operatorTokens(OPERATORS),
      budget: { startingCapitalUsd: 100 },
      ...options,
    }),
  workspaces: (env) => env.WORKSPACES,
  index: (env) => env.INDEX,
});

export const TreasuryWorkspace: ObjectClass<Env> = objects.TreasuryWorkspace;
export const TreasuryIndex: ObjectClass<Env> = objects.TreasuryIndex;
export default objects;
