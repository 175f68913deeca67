import { fileURLToPath } from "node:url";
import { expressHandler } from "@agent-treasury/adapter-express";
import { type Deployment, sessionHandler } from "@agent-treasury/server";
import { Router } from "express";
import { orNotFound } from "../or-not-found.ts";
import { canonicalAddress } from "./canonical-address.ts";

/** The page's own files: what is in this directory and looks like one of them. */
const browserFiles = fileURLToPath(new URL("../browser/", import.meta.url));
const fileName = /^[a-z-]+\.(?:js|css|svg)$/;

/**
 * The page of a workspace's treasury: `/command`, its files, and signing in. The page is the same for
 * everybody and says nothing by itself: what it shows, it asks the service for, which lets in whom it
 * should. It could not tell by the cookie either: somebody who returns from a checkout on another
 * site comes without it.
 */
export function commandPage(deployment: Deployment): Router {
  const router = Router();
  router.get("/command", canonicalAddress(deployment.settings.baseUrl), (_request, response) => {
    response.set("cache-control", "no-cache");
    response.sendFile("command.html", { root: browserFiles, cacheControl: false });
  });
  router.get("/command/assets/:file", (request, response, next) => {
    const { file } = request.params;
    if (!fileName.test(file)) {
      next();
      return;
    }
    response.set("cache-control", "no-cache");
    response.sendFile(file, { root: browserFiles, cacheControl: false });
  });
  router.use("/command", expressHandler({ handler: orNotFound(sessionHandler(deployment)) }));
  return router;
}
