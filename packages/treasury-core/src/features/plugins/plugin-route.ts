import type { Proposal, TreasuryState } from "@agent-treasury/contract";
import type { Json, JsonObject, WebhookDelivery } from "@agent-treasury/provider";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Principal } from "../../http/principal.ts";

/** A route for signed-in people. Its access action is `plugin:<plugin's id>:<name>`. */
export interface PluginRoute<Input = unknown> {
  /** 1 to 64 letters and digits, beginning with a lower-case letter. */
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/plugins/<id>`, with parameters in braces, for example `/endpoints/{endpointId}`. */
  readonly path: string;
  readonly summary: string;
  /**
   * A Standard Schema of an object: path parameters, and the query or body without `workspaceId`,
   * which every route accepts. Values of paths and queries are strings.
   */
  readonly input: StandardSchemaV1<unknown, Input>;
  /** `input` as JSON Schema. Required if the schema library provides none. Without `$ref`. */
  readonly inputSchema?: JsonObject;
  /** JSON Schema of the response, for the OpenAPI document. Without `$ref`. */
  readonly output: JsonObject;
  // A method, so that routes with different inputs fit into one list.
  run(input: Input, call: PluginCall): Promise<Json>;
}

/**
 * A `POST` route that other services call with a signature. It has no access action and no caller,
 * so it can neither read as a person nor begin an action. `receive` must verify the signature.
 */
export interface SignedPluginRoute {
  /** 1 to 64 letters and digits, beginning with a lower-case letter. */
  readonly name: string;
  /** Below `/plugins/<id>`, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Name of the header with the signature. Requests without it are rejected unread. */
  readonly signatureHeader: string;
  /** JSON Schema of the response, for the OpenAPI document. Without `$ref`. */
  readonly output: JsonObject;
  /** @param delivery the raw body of at most 256 KiB, and headers by lower-case names. */
  receive(delivery: WebhookDelivery, parameters: Readonly<Record<string, string>>): Promise<Json>;
}

/** What a route of a plugin may do for its caller. */
export interface PluginCall {
  /** A person, or anonymous access. Agents cannot call routes of plugins. */
  readonly principal: Principal;
  readonly workspaceId: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Reads as the caller, with the access action `readTreasury`. */
  readTreasury(): Promise<TreasuryState>;
  /** Reads as the caller, with the access action `readProposal`. */
  readProposal(proposalId: string): Promise<Proposal>;
  /**
   * Begins an action of the plugin in the name of the caller. It is done at once, or waits for
   * approvals.
   *
   * @param payload at most 64 KiB as JSON. Stored in the clear.
   */
  begin(action: string, payload: JsonObject): Promise<BegunAction>;
}

export interface BegunAction {
  /** Id of the administrative action. */
  readonly actionId: string;
  /** False while it needs approvals. */
  readonly isDone: boolean;
}

/**
 * Returns the route, with `run` typed by `input`.
 *
 * @example
 * ```ts
 * import * as z from "zod";
 * import { pluginRoute } from "@agent-treasury/treasury-core/plugin";
 *
 * const greet = pluginRoute({
 *   name: "greet",
 *   method: "GET",
 *   path: "/greetings/{name}",
 *   summary: "Greet a person",
 *   input: z.object({ name: z.string().max(100) }),
 *   output: { type: "object", properties: { text: { type: "string" } } },
 *   run: async ({ name }) => ({ text: `Hello ${name}` }),
 * });
 * ```
 */
export function pluginRoute<Input>(route: PluginRoute<Input>): PluginRoute<Input> {
  return route;
}
