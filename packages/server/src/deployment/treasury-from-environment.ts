import type { Treasury } from "@agent-treasury/treasury-core";
import { deploymentFromEnvironment } from "./deployment-from-environment.ts";
import type { DeploymentOptions } from "./open-deployment.ts";

/**
 * Creates a treasury from the environment, opened at its first request, so that an app can be built
 * without settings. `openDeployment` validates settings at once, and `deploymentFromEnvironment`
 * also serves an app's page.
 *
 * While the settings are invalid, each request is answered with 500 `internal_error`, and the
 * reason is passed to `onFailure` or logged with `console.error`.
 *
 * @example
 * export const treasury = treasuryFromEnvironment({ instructions: "Prefer European vendors." });
 */
export function treasuryFromEnvironment(options: DeploymentOptions = {}): Treasury {
  return deploymentFromEnvironment(options).treasury;
}
