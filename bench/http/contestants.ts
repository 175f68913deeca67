// Express 5 passes an async handler's rejection to its own error handling.
// oxlint-disable oxc/no-async-endpoint-handlers
import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { expressHandler } from "@agent-treasury/adapter-express";
import { type Treasury, isTreasuryError } from "@agent-treasury/treasury-core";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { operatorName, operatorToken } from "./bench-treasury.ts";
import { naiveConversion } from "./naive-conversion.ts";
import { nodeByHand } from "./node-by-hand.ts";

/** The servers of the same treasury, by their names in the tables. */
export const contestants = {
  "**the Express adapter**": adapter,
  "Express by hand": expressByHand,
  "Express by hand, with the service's checks": checkedByHand,
  "Express, by the web's Request and Response": converted,
  "`node:http` by hand, no framework": nodeByHand,
} as const satisfies Readonly<Record<string, (treasury: Treasury) => RequestListener>>;

export type ContestantName = keyof typeof contestants;

/** Without etag and x-powered-by: a response that must not be stored needs no digest. */
function newApp(): Express {
  return express().disable("x-powered-by").disable("etag");
}

function adapter(treasury: Treasury): Express {
  return newApp().use(treasury.basePath, expressHandler(treasury));
}

/** Parses, validates with the operation's own schema, and responds, without other checks. */
function expressByHand(treasury: Treasury): Express {
  return withRoutes(newApp(), treasury);
}

/**
 * In addition checks origin, host and token, adds a request id, forbids storage, and handles
 * errors.
 */
function checkedByHand(treasury: Treasury): Express {
  return withRoutes(newApp().use(checkCaller, signIn), treasury).use(answerError);
}

/** Express recognises an error handler by its four parameters. */
const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) next(error);
  else response.status(isTreasuryError(error) ? error.status : 500).json({ error: "It failed." });
};

function withRoutes(app: Express, treasury: Treasury): Express {
  app.get("/api/service/treasury", async (request, response) => {
    // The operation validates it.
    response.json(await treasury.state(request.query["workspaceId"] as string | undefined));
  });
  app.post("/api/service/treasury/decide", express.json(), async (request, response) => {
    const { operator } = response.locals;
    const proposal = await treasury.decide({ ...request.body, ...(operator && { operator }) });
    response.json({ proposal, state: await treasury.state(proposal.workspaceId) });
  });
  return app;
}

const hosts = new Set(["localhost", "127.0.0.1"]);
const origins = new Set(["http://localhost", "http://127.0.0.1"]);

const checkCaller: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  const isForeign = origin !== undefined && !origins.has(origin);
  if (isForeign || !hosts.has(request.hostname)) {
    response.status(403).json({ error: "This page or host may not call." });
    return;
  }
  response.setHeader("cache-control", "no-store");
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-request-id", request.get("x-request-id") ?? crypto.randomUUID());
  next();
};

const names = new Map([[digestOf(operatorToken), operatorName]]);

const signIn: RequestHandler = (request, response, next) => {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const operator = token === undefined ? undefined : names.get(digestOf(token));
  if (operator === undefined) {
    response.status(401).json({ error: "Sign in." });
    return;
  }
  response.locals["operator"] = operator;
  next();
};

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function converted(treasury: Treasury): Express {
  return newApp().use(treasury.basePath, naiveConversion(treasury.handler));
}
