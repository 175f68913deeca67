import type { Logger } from "@agent-treasury/provider";
import type { Deployment } from "./open-deployment.ts";
import { warnWith } from "./warn-with.ts";

export const copyRemedy =
  "If the database is a copy, run agent-treasury restored. Then set TREASURY_DEPLOYMENT_ID to the stored id.";

/** Returns why the database may be that of another deployment, or null. */
export function copiedDatabase(expected: string | null, stored: string | null): string | null {
  if (expected === null || stored === null || stored === expected) return null;
  return `The database has the deployment id ${stored}, and TREASURY_DEPLOYMENT_ID is ${expected}.`;
}

/** Logs a warning if the database may be a copy. */
export async function warnAboutCopy(
  { treasury, settings }: Pick<Deployment, "treasury" | "settings">,
  logger: Pick<Logger, "warn"> = console,
): Promise<void> {
  const { deploymentId: expected } = settings;
  if (expected === null) return;
  const stored = await treasury.deployment.id();
  const problem = copiedDatabase(expected, stored);
  if (problem !== null) warnWith(logger)({ expected, stored }, `${problem} ${copyRemedy}`);
}
