import { basePath as defaultBasePath } from "@agent-treasury/contract";
import type { HandlerContext, Treasury } from "@agent-treasury/treasury-core";
import { answerError } from "@agent-treasury/treasury-core/adapter";
import { sessionHandler } from "../sign-in/session-handler.ts";
import { lazyTreasury } from "./lazy-treasury.ts";
import { notSetUp } from "./not-set-up.ts";
import { type Deployment, type DeploymentOptions, openDeployment } from "./open-deployment.ts";
import { tellFailure, tellFault } from "./tell-failure.ts";

/** A treasury that the first request sets up, and what an app with a page mounts beside it. */
export interface LazyDeployment {
  readonly treasury: Treasury;
  /** The sandbox's checkout page; 404 where the sandbox is off. */
  sandbox(request: Request): Promise<Response>;
  /** Signing in and out, and who looks at the page; see `sessionHandler`. */
  session(request: Request, context?: HandlerContext): Promise<Response>;
}

/**
 * What the environment describes, set up by the first request that any of its parts gets: an app can
 * be built where no setting is there.
 *
 * Until the settings are right, each request is answered with 500 `internal_error`, and the reason is
 * told to `onFailure`, or written to the error console.
 *
 * @example
 * const deployment = deploymentFromEnvironment();
 * const answer = await deployment.session(new Request("http://localhost:3000/command/session"));
 */
export function deploymentFromEnvironment(options: DeploymentOptions = {}): LazyDeployment {
  const { onFailure } = options;
  let opening: Promise<Deployment> | null = null;
  const opened = (): Promise<Deployment> => (opening ??= openDeployment(options));
  const tell = (error: unknown, requestId: string): void => {
    if (onFailure !== undefined) onFailure({ requestId, action: null, error });
    else console.error("[agent-treasury]", tellFailure(error) ?? tellFault(error));
  };
  const answer = async (
    ask: (deployment: Deployment) => Promise<Response | null> | undefined,
  ): Promise<Response> => {
    try {
      return (await ask(await opened())) ?? nothingHere();
    } catch (error) {
      const requestId = crypto.randomUUID();
      tell(error, requestId);
      return answerError(notSetUp(error), requestId);
    }
  };
  return {
    treasury: lazyTreasury({
      basePath: options.basePath ?? defaultBasePath,
      open: async () => (await opened()).treasury,
      onFailure: tell,
    }),
    sandbox: (request) => answer(({ sandbox }) => sandbox?.(request)),
    session: (request, context) =>
      answer((deployment) => sessionHandler(deployment)(request, context)),
  };
}

function nothingHere(): Response {
  return new Response("There is nothing here.\n", { status: 404 });
}
