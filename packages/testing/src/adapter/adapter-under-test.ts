import type { TestFramework } from "../conformance/test-framework.ts";
import type { MountableTreasury } from "./mountable-treasury.ts";

/** A running adapter. */
export interface RunningAdapter {
  /**
   * The origin of the server, such as `http://127.0.0.1:8080`. Includes the path below which a
   * framework serves everything without passing it to handlers, such as Next's `basePath`.
   */
  readonly origin: string;
  close(): Promise<void>;
}

/** An adapter under test. */
export interface AdapterUnderTest {
  /** The name of the adapter and how it is mounted. */
  readonly name: string;
  /** The path of the mounted treasury. Default: `/api/service`. */
  readonly basePath?: string;
  /**
   * Whether the app replaces a response whose stream fails before its headers are sent with status
   * 500, for example with Hono's `compress()`. Default: false.
   */
  readonly replacesBrokenStreams?: boolean;
  /**
   * Serves this treasury with scripted responses on a port of the loopback address. A server in
   * another process mounts its own `scriptedTreasury` at the same base path.
   */
  readonly start: (treasury: MountableTreasury) => Promise<RunningAdapter>;
}

/** The context of a test. */
export interface AdapterTestContext {
  readonly expect: TestFramework["expect"];
  readonly origin: string;
  readonly basePath: string;
  readonly replacesBrokenStreams: boolean;
}

/** A test with its own server. */
export interface AdapterTest {
  readonly name: string;
  readonly run: (context: AdapterTestContext) => Promise<void>;
}
