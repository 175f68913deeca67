import { isDeepStrictEqual } from "node:util";
import {
  type ErrorBody,
  type ErrorDefinition,
  type RouteName,
  basePath,
  errorCatalogue,
  errorStatus,
  routeErrors,
  routes,
} from "@agent-treasury/contract";
import { documentedRoutes } from "@agent-treasury/contract/openapi";
import { secretFragments } from "../treasury/leaked-secrets.ts";
import type { WireAnswer } from "../wire-exchange.ts";

/** The request's properties that the response's form depends on. */
export interface AskedFor {
  readonly method: string;
  readonly pathname: string;
}

/**
 * In JSON a line end is `
 * `.
 */
const stackTrace = /\\n\s+at |node_modules|\.[cm]?[jt]s:\d+/;

/** Returns the flaws of a response's form. */
export function flawsOf(asked: AskedFor, answer: WireAnswer): readonly string[] {
  const flaws: string[] = [];
  const flawUnless = (holds: boolean, flaw: string): void => {
    if (!holds) flaws.push(`${asked.method} ${asked.pathname} → ${answer.status}: ${flaw}`);
  };
  const { headers, text } = answer;
  flawUnless(
    headers.get("content-type")?.startsWith("application/json") === true,
    `its content type is ${headers.get("content-type")}`,
  );
  flawUnless(headers.get("cache-control") === "no-store", "a cache may store it");
  flawUnless(/^[\w.-]{1,64}$/.test(headers.get("x-request-id") ?? ""), "it has no request id");
  flawUnless(!stackTrace.test(text), `it shows a stack: ${text}`);
  for (const secret of secretFragments) {
    flawUnless(!text.includes(secret), `it shows a secret: ${secret}`);
  }
  const body = parse(text);
  if (body === undefined) flawUnless(false, `it is not JSON: ${text}`);
  else if (answer.status === 200) flawUnless(...successFlaw(asked, body));
  else {
    flawUnless(...failureFlaw(asked, answer, body));
    flawUnless(...undeclaredFlaw(asked, body));
  }
  return flaws;
}

/** Returns the flaws of a stream's headers: a proxy could buffer or store it. */
export function streamFlawsOf({ status, headers }: Response): readonly string[] {
  const wanted = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
    "content-encoding": null,
  };
  const flaws = Object.entries(wanted)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name]) => `a stream's ${name} is ${headers.get(name)}`);
  if (status !== 200) flaws.push(`a stream's status is ${status}`);
  if (!/^[\w.-]{1,64}$/.test(headers.get("x-request-id") ?? "")) flaws.push("it has no request id");
  return flaws;
}

type Verdict = [holds: boolean, flaw: string];

function successFlaw(asked: AskedFor, body: unknown): Verdict {
  const name = operationOf(asked);
  if (name === undefined) return [false, "the contract has no operation at this path"];
  const parsed = documentedRoutes[name].output.safeParse(body);
  if (!parsed.success) return [false, `it is not a response of ${name}: ${parsed.error.message}`];
  // Parsing removes undeclared fields, so that the two differ.
  return [isDeepStrictEqual(parsed.data, body), `it has undeclared fields for ${name}`];
}

function failureFlaw(asked: AskedFor, { status, headers }: WireAnswer, body: unknown): Verdict {
  const { error, code, requestId, ...rest } = body as ErrorBody;
  const known: ErrorDefinition | undefined = errorCatalogue[code];
  if (known === undefined) return [false, `its code is ${JSON.stringify(code)}`];
  const name = operationOf(asked);
  const expected = name === undefined ? known.status : errorStatus(name, code);
  const holds =
    status === expected &&
    typeof error === "string" &&
    [known.remedy, known.remedyIfUnchanged].some(
      (remedy) => remedy !== undefined && error.endsWith(remedy) && error.length > remedy.length,
    ) &&
    requestId === headers.get("x-request-id") &&
    Object.keys(rest).length === 0;
  return [holds, `it is not an error of the catalogue: ${JSON.stringify(body)}`];
}

/** Checks the error against the OpenAPI document's errors of the operation. */
function undeclaredFlaw(asked: AskedFor, body: unknown): Verdict {
  const name = operationOf(asked);
  const { code } = body as ErrorBody;
  const isDeclared = name === undefined || routeErrors(name).includes(code);
  return [isDeclared, `${code} is not an error that the contract declares for ${name}`];
}

function operationOf({ method, pathname }: AskedFor): RouteName | undefined {
  return (Object.keys(routes) as RouteName[]).find((name) => {
    const route = routes[name];
    const pattern = (basePath + route.path).replace(/\{\w+\}/g, "[^/]+");
    return route.method === method && new RegExp(`^${pattern}/?$`).test(pathname);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
