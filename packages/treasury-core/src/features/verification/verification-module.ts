import { workspaceOf } from "../../http/in-process-calls.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { ModuleWith } from "../../treasury.ts";
import { type LoadVerification, scheduledVerification } from "./scheduled-verification.ts";
import type { VerificationOptions } from "./verification-options.ts";

/** The method, and verification at an interval. `verificationsModule` has the route. */
export function verificationModule(
  engine: Engine,
  options: VerificationOptions | undefined,
  load: LoadVerification,
): ModuleWith<"verify"> {
  return {
    methods: {
      verify: async (workspace) => {
        const { verifyTreasury } = await load();
        return verifyTreasury(engine, workspaceOf(workspace));
      },
    },
    ...(options && scheduledVerification(engine, options, load)),
  };
}
