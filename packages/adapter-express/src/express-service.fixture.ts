import { createTreasuryClient } from "@agent-treasury/sdk-client";
import compression from "compression";
import type { Express } from "express";
import {
  overNetwork,
  serviceConformance,
  type ServiceDeps,
  serviceTreasury,
} from "test-suites/service";
import { describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

type ExpressModule = (typeof expressVersions)[number][1];
type Treasury = ReturnType<typeof serviceTreasury>;

/** Above the service's own limit, so that the service rejects larger bodies. */
const limit = "2mb";

/** Every position of the JSON body parser. */
const places = {
  "without a body parser": (app, _express, { basePath, handler }) => {
    app.use(basePath, expressHandler({ handler }));
  },
  "after a body parser": (app, express, { basePath, handler }) => {
    app.use(express.json({ limit }));
    app.use(basePath, expressHandler({ handler }));
  },
  "behind compression() and before a body parser": (app, express, { basePath, handler }) => {
    app.use(compression());
    app.use(basePath, expressHandler({ handler }));
    app.use(express.json({ limit }));
  },
  "after two body parsers": (app, express, { basePath, handler }) => {
    app.use(express.json({ limit }));
    app.use(basePath, express.json({ limit }), expressHandler({ handler }));
  },
} satisfies Record<string, (app: Express, express: ExpressModule, treasury: Treasury) => void>;

/**
 * Two positions for each version, which cover all four. The bare handler has every test; Express 5 has an
 * eighth in each position, and the client behind compression, and Express 4 a few. `TEST_LONG` runs all
 * of them everywhere.
 */
const placesInTest = {
  "Express 4": ["without a body parser", "after two body parsers"],
  "Express 5": ["after a body parser", "behind compression() and before a body parser"],
} satisfies Record<string, readonly (keyof typeof places)[]>;
const inTest: readonly string[] = Object.values(placesInTest).flat();
const shares = { "Express 4": 48, "Express 5": 8 };

/** Runs the service's suite on one Express version, with the body parser in several positions. */
export function expressServiceConformance(version: "Express 4" | "Express 5"): void {
  const express = versionCalled(version);
  const isLong = process.env["TEST_LONG"] === "1";
  const chosen: readonly string[] = isLong ? Object.keys(places) : placesInTest[version];
  for (const [place, mount] of Object.entries(places)) {
    if (!chosen.includes(place)) continue;
    serviceConformance(
      { describe, it, expect },
      {
        name: `${version} ${place}`,
        ...(!isLong && { part: { at: inTest.indexOf(place), of: shares[version] } }),
        ...((isLong || place.startsWith("behind")) && { makeClient: createTreasuryClient }),
        parsesBodies: place.startsWith("after"),
        start: async (parts: ServiceDeps) => {
          const treasury = serviceTreasury(parts);
          const app = express();
          mount(app, express, treasury);
          const { origin, close } = await serve(app);
          return overNetwork({
            origin,
            closeTreasury: () => treasury.close(),
            close: async () => {
              await treasury.close();
              await close();
            },
          });
        },
      },
    );
  }
}

function versionCalled(name: string): ExpressModule {
  const [, express] = expressVersions.find(([version]) => version === name) ?? [];
  if (express === undefined) throw new Error(`There is no ${name}.`);
  return express;
}
