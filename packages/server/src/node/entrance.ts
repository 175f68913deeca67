import type { RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { answerError } from "@agent-treasury/treasury-core/adapter";
import { starting } from "../deployment/lazy-treasury.ts";

/** A request that waits longer for the database receives 503. */
const longestWaitMs = 10_000;
const healthPath = /\/health(?:\?|$)/;

export interface Entrance {
  readonly listener: RequestListener;
  /** Passes all requests to the app, including waiting ones. */
  open(app: RequestListener): void;
  fail(): void;
}

/** Until it is opened, health checks receive 503 `starting` at once, and other requests wait. */
export function entrance(): Entrance {
  let app: RequestListener | null = null;
  const decided = Promise.withResolvers<void>();
  const wait = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    if (!healthPath.test(request.url ?? "")) {
      const late = new AbortController();
      const waited = sleep(longestWaitMs, undefined, { signal: late.signal }).catch(() => {});
      await Promise.race([decided.promise, waited]);
      late.abort();
    }
    if (app === null) await refuse(response);
    else app(request, response);
  };
  return {
    listener: (request, response) => {
      if (app === null) void wait(request, response);
      else app(request, response);
    },
    open: (opened) => {
      app = opened;
      decided.resolve();
    },
    fail: decided.resolve,
  };
}

async function refuse(response: ServerResponse): Promise<void> {
  const answer = answerError(starting(), crypto.randomUUID());
  const text = await answer.text();
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
}
