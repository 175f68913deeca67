import { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Shapes that the service sends, by type name: the schemas of the OpenAPI document. */
export const responseShapes: z.core.$ZodRegistry<{ id: string }> = z.registry();

/** Shapes that the service reads, by type name. */
export const requestShapes: z.core.$ZodRegistry<{ id: string }> = z.registry();

/**
 * Declares a shape that the service sends.
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

/** Declares a shape that the service reads. */
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
  readonly method: HttpMethod;
  /** The path below the base path (`/api/service`), with parameters in braces. */
  readonly path: string;
  /** The purpose of the operation, in a few words. */
  readonly summary: string;
  /** The section of the OpenAPI document. */
  readonly tag: "agent" | "treasury" | "machines" | "service";
  /**
   * Who may call it. `authorize`: the caller passes `authenticate`, and `authorize` receives the
   * operation's name as its action. `signature`: the request is verified by its own signature.
   * `public`: every caller.
   */
  readonly access: "authorize" | "signature" | "public";
  /** The path parameters, with the query of a GET or DELETE or the body of a POST. */
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** The schema of one item, where the response may be a stream of server-sent events. */
  readonly stream?: z.ZodType;
  /** Whether a request that is repeated with the same `Idempotency-Key` is executed once. */
  readonly idempotencyKey?: true;
  /** The error codes of this operation, beside those that `routeErrors` adds to every operation. */
  readonly errors: readonly ErrorCode[];
}

/** Operations by name, for example `decideProposal`. */
export type RouteDeclarations = Readonly<Record<string, RouteDeclaration>>;
