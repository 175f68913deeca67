import { type ParsedInput, type RouteName, requestLimits, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { describeIssues } from "../describe-issues.ts";
import type { RouteMatch } from "./match-route.ts";
import { refuseNearFields } from "./near-fields.ts";
import { readBody } from "./read-body.ts";
import { requestAddress } from "./request-address.ts";
import type { ServiceRequest } from "./service-request.ts";

/**
 * Reads an operation's input: the path's fields, and those of the query of a GET or DELETE or of the
 * body of a POST, through the contract's schema.
 *
 * A field that it does not know is ignored, unless it is nearly one that it knows.
 *
 * @throws TreasuryError `invalid_request`, naming the fields, and whatever reading the body throws.
 */
export async function readInput<Name extends RouteName>(
  request: ServiceRequest,
  { name, parameters }: RouteMatch & { readonly name: Name },
): Promise<ParsedInput<Name>> {
  const fields =
    routes[name].method === "POST"
      ? await readBody(request)
      : readQuery(requestAddress(request.url).search);
  checkCount(fields);
  refuseNearFields(name, fields);
  return parseInput(name, { ...fields, ...parameters });
}

/**
 * Reads an operation's input that is already in one object.
 *
 * @throws TreasuryError `invalid_request`, naming the fields.
 */
export function parseInput<Name extends RouteName>(name: Name, input: unknown): ParsedInput<Name> {
  const parsed = routes[name].input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new TreasuryError("invalid_request", describeIssues(parsed.error.issues));
}

function checkCount(fields: object): void {
  if (Object.keys(fields).length <= requestLimits.bodyFields) return;
  throw new TreasuryError(
    "invalid_request",
    `The request has more than ${requestLimits.bodyFields} fields.`,
  );
}

function readQuery(search: string): Record<string, string> {
  const query: Record<string, string> = {};
  if (search === "") return query;
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) {
      throw new TreasuryError("invalid_request", `\`${name}\` is given more than once.`);
    }
    query[name] = value;
  }
  return query;
}
