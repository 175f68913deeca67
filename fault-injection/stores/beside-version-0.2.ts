import { fileURLToPath } from "node:url";
import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";
import { beforeAll, describe, expect, it } from "vitest";
import { extractVersion, hasCommit } from "./older-version.ts";
import { openStore, type StoreAddress } from "./store.ts";
import { testDirectory } from "./test-directory.ts";
import { testPostgres } from "./test-postgres.ts";

/** The last commit of version 0.2. */
const version02 = "09e7f49a719b75207af903faba537ffcfb906fe9";

export interface BesideVersion02 {
  /** Scripts of `CalledProcess`, on each version. */
  readonly scripts: { old: string; readonly own: string };
  /** A new database. */
  newStore(kind: "sqlite" | "postgres", name: string): StoreAddress;
  /** This process, with its storage. */
  open(store: StoreAddress, options?: Partial<TreasuryOptions>): OpenedBeside;
  /** Resolves once the processes that were killed hold no connection. */
  untilAlone(store: StoreAddress): Promise<void>;
}

export interface OpenedBeside {
  readonly storage: ReturnType<typeof openStore>;
  readonly treasury: Treasury;
  close(): Promise<void>;
}

/** Describes tests that need version 0.2. A shallow clone lacks it, and lists them as left out. */
export function besideVersion02(title: string, tests: (beside: BesideVersion02) => void): void {
  const pathOf = testDirectory();
  const postgres = testPostgres();
  const isHere = hasCommit(version02);
  const own = fileURLToPath(new URL("../processes/caller.process.ts", import.meta.url));
  const scripts = { old: "", own };
  describe.skipIf(!isHere)(title, () => {
    beforeAll(() => {
      const script = "caller.process.ts";
      scripts.old = extractVersion(version02, pathOf("0.2"), script, "fault-injection");
    });
    tests({
      scripts,
      newStore: (kind, name) =>
        kind === "sqlite" ? { kind, path: pathOf(`${name}.db`) } : postgres.newStore(),
      untilAlone: async ({ kind }) => {
        if (kind === "postgres") await postgres.untilAlone();
      },
      open: (store, options = {}) => {
        const storage = openStore(store);
        const treasury = createTreasury({
          baseUrl: "http://localhost:3000",
          storage,
          authenticate: () => null,
          recoverySeconds: false,
          ...options,
        });
        const close = async (): Promise<void> => {
          await treasury.close();
          await storage.close();
        };
        return { storage, treasury, close };
      },
    });
  });
  it.runIf(!isHere)(
    "was left out: this clone has no history, so no version 0.2",
    async ({ annotate }) => {
      expect(isHere).toBe(false);
      await annotate(`Not run: fetch commit ${version02}, for example by git fetch --unshallow.`);
    },
  );
}
