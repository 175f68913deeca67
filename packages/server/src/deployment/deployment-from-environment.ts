import { basePath as defaultBasePath } from "@agent-treasury/contract";
import type { HandlerContext, Treasury } from "@agent-treasury/treasury-core";
import { answerError } from "@agent-treasury/treasury-core/adapter";
import { sessionHandler } from "../sign-in/session-handler.ts";
import { warnAboutCopy } from "./copied-database.ts";
import { lazyTreasury } from "./lazy-treasury.ts";
import { notSetUp } from "./not-set-up.ts";
import { type Deployment, type DeploymentOptions, configureDeployment } from "./open-deployment.ts";
import { warnAboutReplication } from "./replication-risk.ts";
import { tellFailure, tellFault } from "./tell-failure.ts";

/** A treasury that opens at the first request, and its page's handlers. */
export interface LazyDeployment {
  readonly treasury: Treasury;
  /** The sandbox's checkout page, or 404. */
  sandbox(request: Request): Promise<Response>;
  /** See `sessionHandler`. */
  session(request: Request, context?: HandlerContext): Promise<Response>;
}

/**
 * Creates a deployment from the environment, opened at the first request to any of its parts, so
 * that an app can be built without settings.
 *
 * While the settings are invalid, each request is answered with 500 `internal_error`, and the
 * reason is passed to `onFailure` or logged with `console.error`.
 *
 * @example
 * const deployment = deploymentFromEnvironment();
 * const answer = await deployment.session(new Request("http://localhost:3000/command/session"));
 */
export function deploymentFromEnvironment(options: DeploymentOptions = {}): LazyDeployment {
  const { onFailure } = options;
  let opening: Promise<Deployment> | null = null;
  const open = async (): Promise<Deployment> => {
    const deployment = await configureDeployment(options);
    // The first request does not wait for it, and reports a failure of the database itself.
    warnAboutCopy(deployment, options.logger).catch(() => undefined);
    warnAboutReplication(deployment.settings, options.logger).catch(() => undefined);
    return deployment;
  };
  const opened = (): Promise<Deployment> =>
    (opening ??= open().catch((error: unknown) => {
      // Such as an import without free file descriptors. Other failures last until a restart.
      if (tellFailure(error) === null) opening = null;
      throw error;
    }));
  let logged: string | null = null;
  const report = (error: unknown, requestId: string): void => {
    if (onFailure !== undefined) onFailure({ requestId, action: null, error });
    // Every request has the same error.
    else if (String(error) !== logged) {
      logged = String(error);
      console.error("[agent-treasury]", tellFailure(error) ?? tellFault(error));
    }
  };
  const answer = async (
    ask: (deployment: Deployment) => Promise<Response | null> | undefined,
  ): Promise<Response> => {
    try {
      return (await ask(await opened())) ?? nothingHere();
    } catch (error) {
      const requestId = crypto.randomUUID();
      report(error, requestId);
      return answerError(notSetUp(error), requestId);
    }
  };
  return {
    treasury: lazyTreasury({
      basePath: options.basePath ?? defaultBasePath,
      open: async () => (await opened()).treasury,
      onFailure: report,
    }),
    sandbox: (request) => answer(({ sandbox }) => sandbox?.(request)),
    session: (request, context) =>
      answer((deployment) => sessionHandler(deployment)(request, context)),
  };
}

function nothingHere(): Response {
  return new Response("Not found.\n", { status: 404 });
}
