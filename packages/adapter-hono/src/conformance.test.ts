import type { MountableTreasury } from "@agent-treasury/testing";
import { adapterConformance } from "@agent-treasury/testing/node";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { secureHeaders } from "hono/secure-headers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { honoHandler } from "./hono-handler.ts";
import { serveHono } from "./serve-hono.fixture.ts";

type Mount = (app: Hono, treasury: MountableTreasury) => void;

const compressed = "behind compress() and other middleware";

const mounts: Readonly<Record<string, Mount>> = {
  "by app.all": (app, treasury) => {
    app.all(`${treasury.basePath}/*`, honoHandler(treasury));
  },
  "behind a router and a base path": (app, treasury) => {
    const [, outer, ...inner] = treasury.basePath.split("/");
    const router = new Hono().all(`/${inner.join("/")}/*`, honoHandler(treasury));
    app.basePath(`/${outer}`).route("/", router);
  },
  "after middleware that reads JSON bodies": (app, treasury) => {
    app.use(async ({ req }, next) => {
      if (req.header("content-type") === "application/json") await req.json().catch(() => null);
      await next();
    });
    app.all(`${treasury.basePath}/*`, honoHandler(treasury));
  },
  [compressed]: (app, treasury) => {
    app.use(compress(), secureHeaders());
    app.all(`${treasury.basePath}/*`, honoHandler(treasury));
  },
};

describe("the Hono adapter", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  Object.entries(mounts).forEach(([place, mount], index) => {
    for (const overrideGlobalObjects of [true, false]) {
      // By default the two mounts with middleware, each with one kind of request.
      const isDefault = index >= 2 && overrideGlobalObjects === (index === 2);
      if (process.env["TEST_LONG"] !== "1" && !isDefault) continue;
      adapterConformance(
        { describe, it, expect },
        {
          name: `Hono ${place}, with ${overrideGlobalObjects ? "Node's requests" : "web requests"}`,
          replacesBrokenStreams: place === compressed,
          start: async (treasury) => {
            const app = new Hono();
            mount(app, treasury);
            return serveHono(app, { overrideGlobalObjects });
          },
        },
      );
    }
  });
});
