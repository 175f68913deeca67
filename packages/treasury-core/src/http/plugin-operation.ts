import type { HttpMethod } from "@agent-treasury/contract";
import { type Json, TreasuryError, type WebhookDelivery } from "@agent-treasury/provider";
import { invalidRequest } from "../kernel/errors.ts";
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

/**
 * Checks ids of plugins or channels, which name routes and documents.
 *
 * @throws TreasuryError `invalid_request` for an invalid or repeated id.
 */
export function checkExtensionIds(what: "plugin" | "channel", ids: readonly unknown[]): void {
  for (const [index, id] of ids.entries()) {
    if (typeof id !== "string" || !/^[a-z][a-z0-9-]{0,31}$/.test(id)) {
      throw invalidRequest(
        `Invalid id ${JSON.stringify(id)} of a ${what}. Use 1 to 32 lower-case letters, digits and hyphens, beginning with a letter.`,
      );
    }
    if (ids.indexOf(id) < index) throw invalidRequest(`Two ${what}s have the id ${id}.`);
  }
}

export function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9-]{1,100}$/.test(name);
}

/** Returns a check that rejects deliveries without the header, before their body is read. */
export function requireHeader(name: string): (headers: WebhookDelivery["headers"]) => void {
  const header = name.toLowerCase();
  return ({ [header]: value }) => {
    if (value !== undefined && value !== "") return;
    throw new TreasuryError("unauthenticated", `The header ${header} is missing.`);
  };
}
