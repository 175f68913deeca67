import type { AddressInfo } from "node:net";
import type { MountableTreasury } from "@agent-treasury/testing";
import { adapterConformance } from "@agent-treasury/testing/node";
import fastifyCompress from "@fastify/compress";
import { type FastifyInstance, fastify } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fastifyTreasury } from "./fastify-treasury.ts";

type Mount = (app: FastifyInstance, treasury: MountableTreasury) => void;

const mounts: Readonly<Record<string, Mount>> = {
  "at a prefix": (app, treasury) => {
    app.register(fastifyTreasury(treasury), { prefix: treasury.basePath });
  },
  "in a plugin within a plugin": (app, treasury) => {
    const [, outer, ...inner] = treasury.basePath.split("/");
    const prefix = `/${inner.join("/")}`;
    app.register(
      async (router) => {
        router.register(fastifyTreasury(treasury), { prefix });
      },
      { prefix: `/${outer}` },
    );
  },
  "with parsers, hooks and a small body limit of the app": (app, treasury) => {
    app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_r, body, done) =>
      done(null, body),
    );
    app.addHook("onRequest", async (_request, reply) => void reply.header("x-app", "yes"));
    app.addHook("preHandler", async () => {});
    app.addHook("onSend", async (_request, _reply, payload) => payload);
    app.register(fastifyTreasury(treasury), { prefix: treasury.basePath });
    app.post("/other", async ({ body }) => body);
  },
  "behind compression": (app, treasury) => {
    app.register(fastifyCompress, { global: true, threshold: 0 });
    app.register(fastifyTreasury(treasury), { prefix: treasury.basePath });
  },
};

async function serve(app: FastifyInstance) {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() };
}

describe("the Fastify adapter", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  Object.entries(mounts).forEach(([place, mount], index) => {
    // By default every second mount.
    if (process.env["TEST_LONG"] !== "1" && index % 2 === 0) return;
    adapterConformance(
      { describe, it, expect },
      {
        name: `Fastify ${place}`,
        start: async (treasury) => {
          const app = fastify({
            bodyLimit: 1_000,
            forceCloseConnections: true,
            keepAliveTimeout: 600_000,
          });
          mount(app, treasury);
          return serve(app);
        },
      },
    );
  });
});
