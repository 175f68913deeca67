import type { Storage } from "@agent-treasury/provider";
import type { MakeClient } from "./callers/client-caller.ts";
import type { ServiceParts } from "./treasury/service-parts.ts";
import type { WireAnswer, WireRequest } from "./wire-exchange.ts";

/** A treasury that answers. */
export interface RunningService {
  /** Where it answers, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Reaches it by a request of the platform's. */
  readonly fetch: typeof globalThis.fetch;
  /** Reaches it by a request as bytes. */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Closes the treasury, while whatever mounts it goes on. */
  closeTreasury(): Promise<void>;
  /** Closes the treasury and what mounts it. */
  close(): Promise<void>;
}

/** A place for a storage's content, which outlives each storage that is opened on it. */
export interface StoragePlace {
  open(): Storage;
  remove(): Promise<void>;
}

/** A way to reach a treasury, to be examined. */
export interface ServiceSurface {
  /** Names the surface, for example `Express 5 after a body parser`. */
  readonly name: string;
  /** Starts a treasury of these parts. */
  readonly start: (parts: ServiceParts) => Promise<RunningService>;
  /** Where the ledgers are; in memory unless given. */
  readonly makeStoragePlace?: () => StoragePlace;
  /** The typed client; without it the suite runs by `fetch` alone. */
  readonly makeClient?: MakeClient;
  /** A body parser comes first: it answers for JSON that it cannot read. */
  readonly parsesBodies?: boolean;
  /** The framework decodes paths first: it answers for those that are not valid percent-encoding. */
  readonly decodesPaths?: boolean;
  /** `NODE_ENV` as the service's process has it, where it cannot be set for a test. */
  readonly fixedNodeEnvironment?: string;
}
