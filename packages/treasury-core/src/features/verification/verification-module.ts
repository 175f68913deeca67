import { workspaceOf } from "../../http/in-process-input.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { VerificationOptions } from "../../treasury-options.ts";
import type { ModuleWith } from "../../treasury.ts";
import { scheduledVerification } from "./scheduled-verification.ts";
import { Verifications } from "./verifications.ts";
import { verifyTreasury } from "./verify-treasury.ts";

export function verificationModule(
  engine: Engine,
  options: VerificationOptions | undefined,
): ModuleWith<"verify"> {
  const verifications = new Verifications(engine);
  return {
    routes: { verifyLedger: { run: ({ workspaceId }) => verifications.verify(workspaceId) } },
    methods: { verify: async (workspace) => verifyTreasury(engine, workspaceOf(workspace)) },
    ...(options && scheduledVerification(engine, options)),
  };
}
