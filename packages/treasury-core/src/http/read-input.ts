import {
  type HttpMethod,
  inputFields,
  type ParsedInput,
  requestLimits,
  type RouteName,
  routes,
} from "@agent-treasury/contract";
import { isTreasuryError, TreasuryError } from "@agent-treasury/provider";
import { checkArguments } from "../kernel/check-arguments.ts";
import { machinesWorkspaceId } from "../kernel/deployment/deployment-workspace.ts";
import { describeIssues } from "../kernel/describe-issues.ts";
import { invalidRequest } from "../kernel/errors.ts";
import { type KeyedRequest, keyedRequest } from "../kernel/idempotency/keyed-request.ts";
import { requestAddress, type RouteMatch } from "./match-route.ts";
import type { AgentPrincipal } from "./outside-agent.ts";
import type { Principal } from "./principal.ts";
import type { ServiceRequest } from "./service-request.ts";
import { personIdOf } from "./signed-in-operator.ts";

export interface ReadInput<Name extends RouteName> {
  readonly input: ParsedInput<Name>;
  /**
   * Called once the request is authorized.
   *
   * @throws TreasuryError `invalid_request` for an unknown field of a closed operation.
   */
  refuseUnknown(): void;
}

/**
 * Unknown fields are ignored unless they resemble a known one, or the operation is closed.
 *
 * @throws TreasuryError `invalid_request` naming the fields, and errors of reading the body.
 */
export async function readInput<Name extends RouteName>(
  request: ServiceRequest,
  { name, parameters }: RouteMatch & { readonly name: Name },
  agent: AgentPrincipal | null = null,
): Promise<ReadInput<Name>> {
  const fields = await readFields(request, routes[name].method, inputFields(name));
  const workspace = agent === null ? {} : ownWorkspace(agent, fields);
  const given = { ...fields, ...parameters, ...workspace };
  return { input: validInput(name, given), refuseUnknown: () => refuseUnknown(name, given) };
}

/** @param known names of the operation's fields. */
export async function readFields(
  request: ServiceRequest,
  method: HttpMethod,
  known: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const query = readQuery(requestAddress(request.url).search);
  if (method === "POST") {
    refuseFields(known, query, "the query. This operation reads it from the JSON body");
  } else if (hasJson(request)) {
    // A confirmed deposit would be credited to the `demo` workspace.
    const body = jsonOrNull(new TextDecoder().decode(await wholeBody(request)));
    refuseFields(known, body, "the body. This operation reads it from the path or the query");
  }
  const fields = method === "POST" ? await readBody(request) : query;
  checkCount(fields);
  refuseNearFields(known, fields);
  return fields;
}

/** The credential determines an agent's workspace. */
function ownWorkspace(
  { workspaceId }: AgentPrincipal,
  { workspaceId: given }: { readonly workspaceId?: unknown },
): { readonly workspaceId: string } {
  const isOwn = typeof given === "string" && ["", workspaceId].includes(given.trim());
  if (given === undefined || given === null || isOwn) return { workspaceId };
  throw new TreasuryError("forbidden", "The agent's credential is valid in another workspace.");
}

/**
 * Reads the input of a call by the app's code.
 *
 * @throws TreasuryError `invalid_request` naming the fields.
 */
export function parseInput<Name extends RouteName>(name: Name, input: unknown): ParsedInput<Name> {
  if (typeof input === "object" && input !== null) refuseUnknown(name, input);
  return validInput(name, input);
}

function refuseUnknown(name: RouteName, input: object): void {
  if (routes[name].isClosed) checkArguments(input, inputFields(name), "field");
}

function validInput<Name extends RouteName>(name: Name, input: unknown): ParsedInput<Name> {
  const parsed = routes[name].input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidRequest(describeIssues(parsed.error.issues));
}

function checkCount(fields: object): void {
  if (Object.keys(fields).length <= requestLimits.bodyFields) return;
  throw invalidRequest(`The request has more than ${requestLimits.bodyFields} fields.`);
}

function readQuery(search: string): Record<string, string> {
  const query: Record<string, string> = {};
  if (search === "") return query;
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) throw invalidRequest(`\`${name}\` is given more than once.`);
    query[name] = value;
  }
  return query;
}

/** If ignored, the request would silently use the `demo` workspace. */
function refuseFields(known: readonly string[], misplaced: unknown, where: string): void {
  if (typeof misplaced !== "object" || misplaced === null) return;
  checkCount(misplaced);
  refuseNearFields(known, misplaced);
  const field = Object.keys(misplaced).find((name) => known.includes(name));
  if (field !== undefined) throw invalidRequest(`\`${field}\` is in ${where}.`);
}

function hasJson({ headers }: ServiceRequest): boolean {
  const isEmpty =
    Number(headers.get("content-length")) === 0 && headers.get("transfer-encoding") === null;
  return !isEmpty && headers.get("content-type")?.toLowerCase().includes("json") === true;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Shorter names match by chance. */
const fewestLetters = 4;
/** Longer names are no typing errors. */
const longestField = 40;

/**
 * Rejects misspelled field names such as `workspaceid`. Unknown fields are otherwise ignored, so
 * the request would silently use the `demo` workspace.
 */
function refuseNearFields(known: readonly string[], given: object): void {
  for (const field of Object.keys(given)) {
    if (known.includes(field) || field.length > longestField) continue;
    const letters = lettersOf(field);
    if (letters.length < fewestLetters) continue;
    const meant = known.find((one) => lettersOf(one).startsWith(letters));
    if (meant === undefined) continue;
    throw invalidRequest(
      `${JSON.stringify(field)} is not a field of this request. Use \`${meant}\`.`,
    );
  }
}

function lettersOf(field: string): string {
  return field.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * An empty body counts as `{}`, also without a content type.
 *
 * @throws TreasuryError `unsupported_content_type`, `body_too_large`, `body_already_read`,
 * `invalid_json`.
 */
export async function readBody(
  request: ServiceRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && type !== "") {
    const problem = `The content type ${JSON.stringify(type)} is not supported.`;
    throw new TreasuryError("unsupported_content_type", problem);
  }
  const bytes = await wholeBody(request);
  let fields: Readonly<Record<string, unknown>>;
  try {
    const text = decode(bytes);
    if (text.trim() === "") return {};
    fields = parseObject(text);
  } catch (error) {
    throw compressed(request) ?? error;
  }
  if (type !== "") return fields;
  throw new TreasuryError("unsupported_content_type", "The request has no content type.");
}

/** A parser that decompressed the body leaves its header. */
function compressed({ headers }: ServiceRequest): TreasuryError | null {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return null;
  return new TreasuryError(
    "unsupported_content_type",
    `The content encoding ${JSON.stringify(encoding)} is not supported.`,
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
      const message = "The body is compressed with gzip, which is not supported.";
      throw new TreasuryError("unsupported_content_type", message, { cause });
    }
    throw new TreasuryError("invalid_json", "The body is not UTF-8.", { cause });
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TreasuryError("invalid_json", "The body is not valid JSON.", { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TreasuryError("invalid_json", "The body is valid JSON but not an object.");
  }
  return value as Readonly<Record<string, unknown>>;
}

/**
 * A client that disconnects is not a failure to report.
 *
 * @throws TreasuryError `invalid_json` for an incomplete body; `body_too_large`, `service_busy`,
 * `body_already_read`.
 */
export async function wholeBody(
  request: ServiceRequest,
  maximumBytes: number = requestLimits.bodyBytes,
): Promise<Uint8Array> {
  try {
    return await request.bytes(maximumBytes);
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    throw new TreasuryError("invalid_json", "The body is incomplete.", { cause });
  }
}

export const idempotencyHeader = "idempotency-key";

const longestKey = 255;

/** @throws TreasuryError `invalid_request` for a malformed key. */
export function readKeyedRequest<Name extends RouteName>(
  request: ServiceRequest,
  { name, parameters }: RouteMatch & { readonly name: Name },
  { operator, agent }: Principal,
  input: ParsedInput<Name>,
): KeyedRequest | null {
  const { method, path } = routes[name];
  const key = method === "POST" ? request.headers.get(idempotencyHeader) : null;
  if (key === null) return null;
  checkKey(key);
  const filled = path.replace(/\{(\w+)\}/g, (_match, field: string) => parameters[field] ?? "");
  const caller = { operator: operator && personIdOf(operator), agentId: agent?.id ?? null };
  const scope = { ...caller, method, path: filled };
  // Only the host knows a machine's workspace.
  const workspaceId = "workspaceId" in input ? input.workspaceId : machinesWorkspaceId;
  return keyedRequest({ ...scope, workspaceId }, key, input);
}

function checkKey(key: string): void {
  if (key === "") throw malformed("is empty");
  if (key.length > longestKey) throw malformed(`has more than ${longestKey} characters`);
  // Header bytes are read as Latin-1.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f]/.test(key)) throw malformed("has control characters");
}

function malformed(problem: string): TreasuryError {
  return invalidRequest(`The header \`${idempotencyHeader}\` ${problem}.`);
}
