import {
  createTreasury,
  type RequestLifetime,
  type Treasury,
  treasuryPerRequest,
} from "@agent-treasury/treasury-core";
import { postgresStorage } from "./index.ts";

interface Env {
  readonly POSTGRES_URL: string;
  readonly SCHEMA: string;
}

function create({ POSTGRES_URL: url, SCHEMA: schema }: Env): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: postgresStorage({ url, schema }),
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 100, dailySpendCapUsd: 10 },
    recoverySeconds: false,
  });
}

export default {
  fetch: (request: Request, env: Env, lifetime: RequestLifetime): Promise<Response> =>
    treasuryPerRequest(() => create(env))(request, lifetime),
};
