import type { Deployment } from "@agent-treasury/cli";
import { operatorCookie } from "@agent-treasury/treasury-core";
import express, { type CookieOptions, Router } from "express";
import { ownOrigin } from "./own-origin.ts";
import { operatorOfToken, pageSession, sessionOf } from "./page-session.ts";

const twelveHoursMs = 12 * 60 * 60 * 1000;

/**
 * Signing in and out. The token comes once and goes into a cookie that no script can read and that
 * requests from other sites do not carry.
 */
export function signInRoutes(deployment: Deployment): Router {
  const { baseUrl } = deployment.settings;
  const cookie: CookieOptions = {
    httpOnly: true,
    sameSite: "strict",
    secure: baseUrl.startsWith("https:"),
    path: "/",
  };
  const router = Router();
  router.use((_request, response, next) => {
    response.set("cache-control", "no-store");
    next();
  });

  router.get("/session", async (request, response) => {
    response.json(await pageSession(deployment, request));
  });

  router.post(
    "/sign-in",
    ownOrigin(baseUrl),
    express.json({ limit: "8kb" }),
    async (request, response) => {
      const token = tokenIn(request.body);
      if (token === null) {
        response.status(400).json({ error: 'Send the operator\'s token: { "token": "…" }.' });
        return;
      }
      const operator = await operatorOfToken(deployment, token, request);
      if (operator === null) {
        response.status(401).json({ error: "This is no operator's token." });
        return;
      }
      response.cookie(operatorCookie, token, { ...cookie, maxAge: twelveHoursMs });
      response.json(sessionOf(deployment, operator));
    },
  );

  router.post("/sign-out", ownOrigin(baseUrl), (_request, response) => {
    response.clearCookie(operatorCookie, cookie);
    response.json(sessionOf(deployment, null));
  });
  return router;
}

function tokenIn(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("token" in body)) return null;
  const { token } = body;
  return typeof token === "string" && token.trim() !== "" ? token.trim() : null;
}
