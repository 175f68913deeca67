import { basePath as defaultBasePath } from "@agent-treasury/contract";
import type { Treasury } from "@agent-treasury/treasury-core";
import { lazyTreasury } from "./lazy-treasury.ts";
import { type DeploymentOptions, openDeployment } from "./open-deployment.ts";
import { tellFailure } from "./tell-failure.ts";

/**
 * A treasury that is set up from the environment when its first request comes: an app can be built
 * where no setting is there. A server that wants to hear of wrong settings before it listens uses
 * `openDeployment`.
 *
 * Until the settings are right, each request is answered with 500 `internal_error`, and the reason is
 * told to `onFailure`, or written to the error console.
 *
 * @example
 * export const treasury = treasuryFromEnvironment({ instructions: "Prefer European vendors." });
 */
export function treasuryFromEnvironment(options: DeploymentOptions = {}): Treasury {
  const { onFailure } = options;
  return lazyTreasury({
    basePath: options.basePath ?? defaultBasePath,
    open: async () => (await openDeployment(options)).treasury,
    onFailure: (error, requestId) => {
      if (onFailure !== undefined) onFailure({ requestId, action: null, error });
      else console.error("[agent-treasury]", tellFailure(error) ?? error);
    },
  });
}
