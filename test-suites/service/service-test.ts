import type { RowId } from "./requirements.ts";
import type { ServiceSurface } from "./service-surface.ts";
import type { TestContext, TestSetup } from "./test-context.ts";

/** A test of the suite. */
export interface ServiceTest {
  /** The requirements that it covers. */
  readonly shows: readonly [RowId, ...RowId[]];
  /** A sentence, beginning with the method and path where there is one. */
  readonly name: string;
  /** By every driver; `wire` for tests of bytes, which need none. */
  readonly by?: "wire";
  /** The required treasury; a plain one by default. */
  readonly setup?: TestSetup;
  /** Whether it can run on a surface; on every one by default. */
  readonly fits?: (surface: ServiceSurface) => boolean;
  run(context: TestContext): Promise<void>;
}

/** The title of a test: its name and its requirements. */
export function titleOf({ name, shows }: ServiceTest): string {
  return `${name} [${shows.join(", ")}]`;
}
