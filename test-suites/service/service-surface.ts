import type { Storage } from "@agent-treasury/provider";
import type { Part } from "../part-of-tests.ts";
import type { MakeClient } from "./drivers/service-client.ts";
import type { ServiceDeps, ServiceOptions } from "./treasury/service-parts.ts";
import type { WireAnswer, WireRequest } from "./wire-exchange.ts";

/** A running treasury. */
export interface RunningService {
  /** Its address, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Sends a platform request. */
  readonly fetch: typeof globalThis.fetch;
  /** Sends a request as bytes. */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Closes the treasury, but not its mount. */
  closeTreasury(): Promise<void>;
  /** Closes the treasury and its mount. */
  close(): Promise<void>;
}

/** The content of a storage, which outlives the storages opened on it. */
export interface StoragePlace {
  open(): Storage;
  remove(): Promise<void>;
}

/** A mount of a treasury under test. */
export interface ServiceSurface {
  /** For example `Express 5 after a body parser`. */
  readonly name: string;
  /** Starts a treasury of these parts. */
  readonly start: (parts: ServiceDeps) => Promise<RunningService>;
  /** The place of the ledgers; in memory by default. */
  readonly makeStoragePlace?: () => StoragePlace;
  /** Of every treasury, unless a test has its own. */
  readonly options?: ServiceOptions;
  /** Runs one of this many parts of the tests, counted from 0. Every test by default. */
  readonly part?: Part;
  /** The typed client; without it the suite uses only `fetch`. */
  readonly makeClient?: MakeClient;
  /** As `part`, for the tests through the client. The same part by default. */
  readonly clientPart?: Part;
  /** A body parser comes first and responds to invalid JSON. */
  readonly parsesBodies?: boolean;
  /** The framework decodes paths first and responds to invalid percent-encoding. */
  readonly decodesPaths?: boolean;
  /** `NODE_ENV` of the service's process, if a test cannot set it. */
  readonly fixedNodeEnvironment?: string;
}
