import type { TestFramework } from "../conformance/test-framework.ts";
import type { MountableTreasury } from "./mountable-treasury.ts";

/** An adapter that serves. */
export interface RunningAdapter {
  /**
   * Origin of the server, such as `http://127.0.0.1:8080`; behind it the path below which a framework
   * serves everything and of which it tells no handler, such as Next's own `basePath`.
   */
  readonly origin: string;
  close(): Promise<void>;
}

/** An adapter to be examined. */
export interface AdapterUnderTest {
  /** Names the adapter and how it is mounted. */
  readonly name: string;
  /** Where `start` mounts the treasury, `/api/service` unless given. */
  readonly basePath?: string;
  /**
   * Serves this treasury, whose handler follows a script, on a port of the loopback address. Where
   * the server is another process, it mounts a `scriptedTreasury` of its own at the same base path.
   */
  readonly start: (treasury: MountableTreasury) => Promise<RunningAdapter>;
}

/** What a test of the suite is given. */
export interface AdapterTestContext {
  readonly expect: TestFramework["expect"];
  readonly origin: string;
  readonly basePath: string;
}

/** A test of the suite, run against a server of its own. */
export interface AdapterTest {
  readonly name: string;
  readonly run: (context: AdapterTestContext) => Promise<void>;
}
