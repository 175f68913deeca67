import { fileURLToPath } from "node:url";
import { expressHandler, normalRequests } from "@agent-treasury/adapter-express";
import { type Deployment, type SessionHandler, sessionHandler } from "@agent-treasury/server";
import express, { type Express } from "express";

const page = fileURLToPath(new URL("../public", import.meta.url));
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** The app: the service, the page at `/command`, its sign-in, and the sandbox's purchases. */
export function createApp(deployment: Deployment): Express {
  const { treasury, sandbox } = deployment;
  const app = express();
  app.disable("x-powered-by");
  app.set("env", "production"); // Express then answers errors without a stack.
  app.use(normalRequests());
  app.use(treasury.basePath, expressHandler(treasury));
  app.use((_request, response, next) => {
    response.set(pageHeaders);
    next();
  });
  app.use("/sandbox", orNotFound(sandbox));
  // Messages to approvers link here, with the workspace in the query.
  app.get("/", ({ url }, response) => {
    response.redirect(`command${new URL(url, "http://localhost").search}`);
  });
  app.use(express.static(page, { extensions: ["html"], index: false }));
  app.use("/command", orNotFound(sessionHandler(deployment)));
  app.use(orNotFound(null));
  return app;
}

function orNotFound(handler: SessionHandler | null): ReturnType<typeof expressHandler> {
  return expressHandler({
    handler: async (...given) =>
      (await handler?.(...given)) ??
      new Response("There is nothing here. The page is at /command.\n", { status: 404 }),
  });
}
