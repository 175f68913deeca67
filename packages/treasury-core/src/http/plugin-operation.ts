import type { HttpMethod } from "@agent-treasury/contract";
import type { Json, WebhookDelivery } from "@agent-treasury/provider";
import type { ChannelAccessAction, PluginAccessAction } from "./access-action.ts";
import type { Principal } from "./principal.ts";
import type { Ask } from "./route-table.ts";
import type { ServiceRequest } from "./service-request.ts";

interface PluginAddress {
  readonly method: HttpMethod;
  /** Below the base path: `/plugins/<id>/…`, with parameters in braces, or `/channels/<id>`. */
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
  readonly action: PluginAccessAction;
  /** Names of the input's fields. */
  readonly fields: readonly string[];
  /** @throws TreasuryError `invalid_request`. */
  readonly parse: (fields: object) => Promise<unknown>;
  readonly run: (input: unknown, request: PluginRequest) => Promise<Json>;
}

export interface SignedOperation extends PluginAddress {
  readonly kind: "signed";
  /** Names it in logs. */
  readonly action: PluginAccessAction | ChannelAccessAction;
  /** Whether a string is sent as plain text, instead of JSON. */
  readonly sendsText?: true;
  /** Runs before the body is read. */
  readonly check: (headers: WebhookDelivery["headers"]) => void;
  readonly receive: (
    delivery: WebhookDelivery,
    parameters: Readonly<Record<string, string>>,
    request: ServiceRequest,
  ) => Promise<Json>;
}

/** A route of a plugin or a channel. */
export type PluginOperation = CalledOperation | SignedOperation;
