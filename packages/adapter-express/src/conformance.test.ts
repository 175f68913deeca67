import type { MountableTreasury } from "@agent-treasury/testing";
import { type AdapterUnderTest, adapterConformance } from "@agent-treasury/testing/node";
import compression from "compression";
import type { Express } from "express";
import { partOfTests } from "test-suites/part";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

type Mount = (
  app: Express,
  express: (typeof expressVersions)[number][1],
  treasury: MountableTreasury,
) => void;

const limit = "10mb";
const isLong = process.env["TEST_LONG"] !== undefined;

/** Every position of a body parser, and every way to mount. */
const mounts: Readonly<Record<string, Mount>> = {
  "without a body parser": (app, _, treasury) => {
    app.use(treasury.basePath, expressHandler(treasury));
  },
  "after the body parsers": (app, express, treasury) => {
    app.use(
      express.json({ limit }),
      express.urlencoded({ extended: true }),
      express.text({ limit }),
    );
    app.use(treasury.basePath, expressHandler(treasury));
  },
  "after two body parsers": (app, express, treasury) => {
    app.use(express.json({ limit }), express.json({ limit }));
    app.use(treasury.basePath, expressHandler(treasury));
  },
  "after a parser that stores raw bytes": (app, express, treasury) => {
    app.use(express.raw({ limit, type: "application/json" }));
    app.use(treasury.basePath, expressHandler(treasury));
  },
  "before a body parser": (app, express, treasury) => {
    app.use(treasury.basePath, expressHandler(treasury));
    app.use(express.json({ limit }));
  },
  "behind compression()": (app, _, treasury) => {
    app.use(compression());
    app.use(treasury.basePath, expressHandler(treasury));
  },
  "in a router within a router": (app, express, treasury) => {
    const [, outer, ...inner] = treasury.basePath.split("/");
    const router = express.Router();
    router.use(`/${inner.join("/")}`, express.json({ limit }), expressHandler(treasury));
    app.use(`/${outer}`, router);
  },
};

function adaptersUnderTest(): AdapterUnderTest[] {
  return expressVersions.flatMap(([version, express]) => {
    const wildcard = version === "Express 4" ? "*" : "{*path}";
    const all: Mount = (app, _, treasury) => {
      app.all(`${treasury.basePath}/${wildcard}`, expressHandler(treasury));
    };
    const places = Object.entries({ ...mounts, "by app.all": all });
    // By default every place with Express 5, and a quarter of them with Express 4. Each has half of the tests.
    const isTested = (index: number) => isLong || version === "Express 5" || index % 4 === 1;
    return places
      .filter((_place, index) => isTested(index))
      .map(([place, mount]) => ({
        name: `${version} ${place}`,
        start: async (treasury: MountableTreasury) => {
          const app = express();
          mount(app, express, treasury);
          return serve(app);
        },
      }));
  });
}

describe("the Express adapter", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  for (const [index, adapter] of adaptersUnderTest().entries()) {
    adapterConformance(partOfTests({ describe, it, expect }, { at: index % 2, of: 2 }), adapter);
  }
});
