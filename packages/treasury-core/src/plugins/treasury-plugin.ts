import type { Proposal, TreasuryState } from "@agent-treasury/contract";
import type { Clock, Json, JsonObject, Logger, OutboundFetch } from "@agent-treasury/provider";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { AgentTool } from "../agent/tools/agent-tool.ts";
import type { Deliveries, EventConsumer } from "../delivery/event-consumer.ts";
import type { Principal } from "../http/principal.ts";

/**
 * Adds routes, tools, an event consumer and maintenance to a treasury. Unstable: it may change in
 * any release.
 *
 * A plugin is code in the process. The interface limits mistakes, not malice.
 */
export interface TreasuryPlugin {
  /** 1 to 32 lower-case letters, digits and hyphens, beginning with a letter. */
  readonly id: string;
  /** Called once, by `createTreasury`. */
  register(context: PluginContext): PluginParts;
}

export interface PluginParts {
  readonly routes?: readonly PluginRoute[];
  /** Their names must not be taken. */
  readonly tools?: readonly AgentTool[];
  /** Its cursors are named after the plugin. */
  readonly events?: Omit<EventConsumer, "id">;
  /** Runs soon after the start and then on the timer of `recoverySeconds`. */
  readonly maintain?: (signal: AbortSignal) => Promise<void>;
  /** Changes that need all approvals which the present rules require of any spend. */
  readonly actions?: Readonly<Record<string, PluginAction>>;
  readonly close?: () => Promise<void>;
}

/** All that a plugin can do. It cannot decide, publish, unfreeze, credit or reset. */
export interface PluginContext {
  readonly clock: Clock;
  /** Redacts secrets. */
  readonly logger: Logger;
  /** Rejects with `outbound_not_connected` if the deployment has none. */
  readonly fetch: OutboundFetch;
  /** The plugin's own deliveries. */
  readonly deliveries: Deliveries;
  documents(workspaceId: string): PluginDocuments;
  /** Proposes a spend. The agent of the proposal is `plugin:<id>`. */
  propose(request: PluginProposal): Promise<Proposal>;
}

export interface PluginProposal {
  readonly workspaceId: string;
  /** Makes the call repeatable: the same key gives the same proposal. */
  readonly idempotencyKey: string;
  readonly amountUsd: number;
  readonly vendor: string;
  readonly purpose: string;
}

/** The plugin's own documents of one workspace: at most 10,000, each of at most 64 KiB. */
export interface PluginDocuments {
  get(id: string): Promise<PluginDocument | null>;
  /** By id, at most `limit`, after an id. */
  list(page?: {
    readonly after?: string;
    readonly limit?: number;
  }): Promise<readonly PluginDocument[]>;
  /**
   * Writes a document if its present version is the expected one; null for a new document.
   *
   * @throws TreasuryError `document_changed` otherwise, `document_limit_reached`.
   */
  put(id: string, body: Json, expected: number | null): Promise<PluginDocument>;
  /** Succeeds if the document does not exist. */
  remove(id: string): Promise<void>;
}

export interface PluginDocument {
  readonly id: string;
  /** 1 at first, plus one with each `put`. */
  readonly version: number;
  readonly body: Json;
}

/** The access action is `plugin:<plugin's id>:<name>`. */
export interface PluginRoute<Input = unknown> {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/plugins/<id>`, with parameters in braces, for example `/endpoints/{endpointId}`. */
  readonly path: string;
  readonly summary: string;
  /** A Standard Schema with JSON Schema of an object: path parameters, query or body. */
  readonly input: StandardSchemaV1<unknown, Input>;
  /** JSON Schema of the response, for the OpenAPI document. */
  readonly output: JsonObject;
  run(input: Input, call: PluginCall): Promise<Json>;
}

/** A route that other services call with a signature instead of a credential. */
export interface PluginCall {
  readonly principal: Principal;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** Reads what the caller may read. */
  readTreasury(): Promise<TreasuryState>;
  readProposal(proposalId: string): Promise<Proposal>;
  /** Begins an action of the plugin. It is done at once, or waits for approvals. */
  begin(
    action: string,
    payload: JsonObject,
  ): Promise<{ readonly actionId: string; readonly isDone: boolean }>;
}

/** A pure function, because it runs in the commit that completes the action. */
export interface PluginAction {
  /** Returns documents to write. Null removes one. */
  apply(payload: JsonObject, documents: PluginSnapshot): Readonly<Record<string, Json | null>>;
  /** Ids of documents that `apply` reads. */
  reads(payload: JsonObject): readonly string[];
  /** What approvers see. Without secrets. */
  details(payload: JsonObject): JsonObject;
}

export interface PluginSnapshot {
  get(id: string): Json | null;
}
