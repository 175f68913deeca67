import type { HandlerContext, Treasury } from "@agent-treasury/treasury-core";
import { serviceTreasury } from "../service/treasury/service-treasury.ts";
import { readRemoteState, remotePorts } from "./remote-ports.ts";

/** Marks a request for the mount rather than for the treasury: `close` closes the treasury. */
export const remoteServiceHeader = "x-remote-service";

interface Mounted {
  readonly generation: number;
  readonly treasury: Treasury;
}

/**
 * A mount in another process: a treasury with the ports that `serveRemotePorts` serves at this
 * address. When the ports change, the next request creates a new treasury.
 */
export function remoteService(url: string): Pick<Treasury, "handler"> {
  let mounted: Mounted | null = null;
  const mount = async (): Promise<Treasury> => {
    const state = await readRemoteState(url);
    if (mounted?.generation !== state.generation) {
      const treasury = serviceTreasury(remotePorts(url, state));
      mounted = { generation: state.generation, treasury };
    }
    return mounted.treasury;
  };
  return {
    handler: async (request: Request, context?: HandlerContext) => {
      const treasury = await mount();
      if (request.headers.get(remoteServiceHeader) !== "close") {
        return treasury.handler(request, context);
      }
      await treasury.close();
      return new Response(null, { status: 204 });
    },
  };
}
