import type { HttpMethod } from "@agent-treasury/contract";
import type { Json, WebhookDelivery } from "@agent-treasury/provider";
import type { PluginAccessAction } from "./access-action.ts";
import type { Principal } from "./principal.ts";
import type { Ask } from "./route-table.ts";

interface PluginAddress {
  readonly action: PluginAccessAction;
  readonly method: HttpMethod;
  /** Below the base path: `/plugins/<id>/…`, with parameters in braces. */
  readonly path: string;
}

/** A person's request to a plugin. */
export interface PluginRequest {
  readonly principal: Principal;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  readonly ask: Ask;
}

export interface CalledOperation extends PluginAddress {
  readonly kind: "called";
  /** Names of the input's fields. */
  readonly fields: readonly string[];
  /** @throws TreasuryError `invalid_request`. */
  readonly parse: (fields: object) => Promise<unknown>;
  readonly run: (input: unknown, request: PluginRequest) => Promise<Json>;
}

export interface SignedOperation extends PluginAddress {
  readonly kind: "signed";
  /** Runs before the body is read. */
  readonly check: (headers: WebhookDelivery["headers"]) => void;
  readonly receive: (
    delivery: WebhookDelivery,
    parameters: Readonly<Record<string, string>>,
  ) => Promise<Json>;
}

/** A route of a plugin. */
export type PluginOperation = CalledOperation | SignedOperation;
