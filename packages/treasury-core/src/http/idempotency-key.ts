import { type ParsedInput, type RouteName, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { fleetWorkspaceId } from "../fleet/fleet-workspace.ts";
import { type KeyedRequest, keyedRequest } from "../idempotency/keyed-request.ts";
import type { RouteMatch } from "./match-route.ts";
import type { ServiceRequest } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** The header that makes a POST safe to repeat. */
export const idempotencyHeader = "idempotency-key";

const longestKey = 255;

/**
 * The request by its key; null where it carries none, and for everything but a POST.
 *
 * @throws TreasuryError `invalid_request` when the key is malformed.
 */
export function readKeyedRequest<Name extends RouteName>(
  request: ServiceRequest,
  { name, parameters }: RouteMatch & { readonly name: Name },
  operator: SignedInOperator | null,
  input: ParsedInput<Name>,
): KeyedRequest | null {
  const { method, path } = routes[name];
  const key = method === "POST" ? request.headers.get(idempotencyHeader) : null;
  if (key === null) return null;
  checkKey(key);
  const filled = path.replace(/\{(\w+)\}/g, (_match, field: string) => parameters[field] ?? "");
  const scope = { operator: operator?.name ?? null, method, path: filled };
  // A machine's workspace is its host's to say; its path names it well enough.
  const workspaceId = "workspaceId" in input ? input.workspaceId : fleetWorkspaceId;
  return keyedRequest({ ...scope, workspaceId }, key, input);
}

function checkKey(key: string): void {
  if (key === "") throw malformed("is empty");
  if (key.length > longestKey) throw malformed(`has more than ${longestKey} characters`);
  // Controls of ASCII and of Latin-1, which a header's bytes are read as.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f]/.test(key)) throw malformed("has control characters");
}

function malformed(problem: string): TreasuryError {
  return new TreasuryError("invalid_request", `The header \`${idempotencyHeader}\` ${problem}.`);
}
