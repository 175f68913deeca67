import { expressHandler, normalRequests } from "@agent-treasury/adapter-express";
import type { Deployment } from "@agent-treasury/server";
import express, { type ErrorRequestHandler, type Express } from "express";
import { nothingHere, orNotFound } from "./or-not-found.ts";
import { commandPage } from "./page/command-page.ts";
import { pageHeaders } from "./page/page-headers.ts";

/** The app: the service, its page, and the sandbox's checkout page where the sandbox is on. */
export function createApp(deployment: Deployment): Express {
  const { treasury, sandbox } = deployment;
  const app = express();
  app.disable("x-powered-by");
  app.use(normalRequests());
  app.use(treasury.basePath, expressHandler(treasury));
  app.use(pageHeaders());
  if (sandbox !== null) app.use("/sandbox", expressHandler({ handler: orNotFound(sandbox) }));
  app.get("/", (_request, response) => response.redirect("command"));
  app.use(commandPage(deployment));
  app.use((_request, response) => {
    response.status(404).type("text").send(nothingHere);
  });
  app.use(tellProblem);
  return app;
}

/** Express would send a stack; its four parameters tell it that this is for errors. */
const tellProblem: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const status = statusOf(error);
  if (status >= 500) console.error(error);
  response.status(status).json({
    error: status >= 500 ? "The server failed unexpectedly." : "The request cannot be read.",
  });
};

function statusOf(error: unknown): number {
  const status =
    typeof error === "object" && error !== null && "status" in error ? error.status : 500;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}
