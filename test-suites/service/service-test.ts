import type { RowId } from "./rows.ts";
import type { Scene, SceneSetup } from "./scene.ts";
import type { ServiceSurface } from "./service-surface.ts";

/** One test of the suite: what it shows, and how. */
export interface ServiceTest {
  /** The rows that it shows. */
  readonly shows: readonly [RowId, ...RowId[]];
  /** A sentence, beginning with the method and path where there is one. */
  readonly name: string;
  /** By every caller; `wire` for what is about bytes and needs none. */
  readonly by?: "wire";
  /** The treasury that it needs; a plain one unless given. */
  readonly setup?: SceneSetup;
  /** Whether it can be shown through a surface; through every one unless given. */
  readonly fits?: (surface: ServiceSurface) => boolean;
  run(scene: Scene): Promise<void>;
}

/** The title of a test: what it says, and the rows that it shows. */
export function titleOf({ name, shows }: ServiceTest): string {
  return `${name} [${shows.join(", ")}]`;
}
