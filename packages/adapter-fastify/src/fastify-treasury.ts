import { type MountedTreasury, nodeListener } from "@agent-treasury/treasury-core/node";
import type { FastifyPluginCallback, FastifyReply } from "fastify";

/**
 * Mounts a treasury in a Fastify app at the prefix. Body parsers of the app do not apply to it,
 * and hooks do.
 *
 * @example
 * app.register(fastifyTreasury(treasury), { prefix: "/api/service" });
 */
export function fastifyTreasury(treasury: MountedTreasury): FastifyPluginCallback {
  const listen = nodeListener(treasury);
  return (app, _options, done) => {
    app.removeAllContentTypeParsers();
    // Leaves the body unread.
    app.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    app.all("/*", async (request, reply) => {
      // Guards of the app compare `request.url`, which would be a whole URL.
      if (!request.raw.url?.startsWith("/")) return refuse(reply);
      takeOver(reply);
      await listen(request.raw, reply.raw, request, app.prefix);
    });
    done();
  };
}

function refuse(reply: FastifyReply): FastifyReply {
  const error = "The request line must contain a path, not a whole URL.";
  return reply.code(400).send({ error, code: "invalid_request" });
}

/** Fastify sends nothing from here on, and the headers that hooks have set are sent. */
function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}
