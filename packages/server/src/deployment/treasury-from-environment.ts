import type { Treasury } from "@agent-treasury/treasury-core";
import { deploymentFromEnvironment } from "./deployment-from-environment.ts";
import type { DeploymentOptions } from "./open-deployment.ts";

/**
 * A treasury that is set up from the environment when its first request comes: an app can be built
 * where no setting is there. A server that wants to hear of wrong settings before it listens uses
 * `openDeployment`; an app with a page of its own, `deploymentFromEnvironment`.
 *
 * Until the settings are right, each request is answered with 500 `internal_error`, and the reason is
 * told to `onFailure`, or written to the error console.
 *
 * @example
 * export const treasury = treasuryFromEnvironment({ instructions: "Prefer European vendors." });
 */
export function treasuryFromEnvironment(options: DeploymentOptions = {}): Treasury {
  return deploymentFromEnvironment(options).treasury;
}
