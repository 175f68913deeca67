import * as z from "zod";
import type { ErrorCode } from "./errors.ts";

/** Schemas of responses by type name: the components of the OpenAPI document. */
export const responseShapes: z.core.$ZodRegistry<{ id: string }> = z.registry();

/** Schemas of requests by type name. */
export const requestShapes: z.core.$ZodRegistry<{ id: string }> = z.registry();

/**
 * Registers the schema of a response.
 *
 * @param id - The name of its type, in TypeScript and in the OpenAPI document.
 */
export function responseShape<Schema extends z.ZodType>(
  id: string,
  description: string,
  schema: Schema,
): Schema {
  const described = schema.meta({ description });
  responseShapes.add(described, { id });
  return described;
}

/** Registers the schema of a request. */
export function requestShape<Schema extends z.ZodType>(
  id: string,
  description: string,
  schema: Schema,
): Schema {
  const described = schema.meta({ description });
  requestShapes.add(described, { id });
  return described;
}

/** The HTTP methods of the service. */
export type HttpMethod = "GET" | "POST" | "DELETE";

/** One operation of the service. */
export interface RouteDeclaration {
  /**
   * The method that calls it, of a client and of a treasury: `tabs.open`. Missing if theirs differ.
   * The methods of `treasury` are a treasury's own.
   */
  readonly call?: string;
  readonly method: HttpMethod;
  /** The path below the base path (`/api/service`), with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** What it does, in a few sentences of the OpenAPI document. */
  readonly description: string;
  /** The section of the OpenAPI document. */
  readonly tag: "agent" | "treasury" | "machines" | "service";
  /**
   * The access rule. `authorize`: `authenticate` and `authorize` must accept the request, with the
   * operation's name as action. `signature`: the request has a valid signature. `public`: no check.
   */
  readonly access: "authorize" | "signature" | "public";
  /** If true, external agents may call it. Otherwise it answers them with `forbidden`. */
  readonly agents?: true;
  /** If true, meters may call it. */
  readonly meters?: true;
  /** If true, an unknown field is rejected. Otherwise it is ignored unless it is misspelled. */
  readonly isClosed?: true;
  /** The path parameters, with the query of a GET or DELETE or the body of a POST. */
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** The schema of one item, where the response may be a stream of server-sent events. */
  readonly stream?: z.ZodType;
  /** If true, a stream can be resumed after its last received event. */
  readonly resumable?: true;
  /** If true, a request that does not accept JSON receives bytes to download. */
  readonly file?: true;
  /** If true, requests with the same `Idempotency-Key` are executed once. */
  readonly idempotencyKey?: true;
  /**
   * Whether a client may repeat a POST whose answer it did not receive. `safe`: a repetition has no
   * further effect. `never`: it has, or its answer is not the first one's. Default: with the same key
   * if there is `idempotencyKey`, otherwise never.
   */
  readonly repeats?: "safe" | "never";
  /** Statuses that differ from the error catalogue. */
  readonly statuses?: { readonly [Code in ErrorCode]?: number };
  /** The error codes of this operation, beside those that `routeErrors` adds to every operation. */
  readonly errors: readonly ErrorCode[];
}

/** The fields of a declaration that only the OpenAPI document shows. */
export type DocumentedField = "summary" | "description" | "tag" | "output" | "stream";

/** What requests of an operation need. */
export type RequestDeclaration = Omit<RouteDeclaration, DocumentedField>;

/** Operations by name, for example `decideProposal`. */
export type RouteDeclarations = Readonly<Record<string, RouteDeclaration>>;
