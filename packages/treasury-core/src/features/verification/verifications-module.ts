import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { Verifications } from "./verifications.ts";

export { verifyParts, verifyTreasury } from "./verify-treasury.ts";

export function verificationsModule(engine: Engine): CoreModule {
  const verifications = new Verifications(engine);
  return {
    routes: { verifyLedger: { run: ({ workspaceId }) => verifications.verify(workspaceId) } },
  };
}
