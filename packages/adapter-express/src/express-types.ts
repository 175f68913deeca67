import type { ServerResponse } from "node:http";
import type { NodeRequest } from "@agent-treasury/treasury-core/node";

export type {
  MountedTreasury,
  NodeRequest as ExpressRequest,
} from "@agent-treasury/treasury-core/node";

/** Also works as a listener of `node:http`. */
export type ExpressMiddleware = (
  request: NodeRequest,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;
