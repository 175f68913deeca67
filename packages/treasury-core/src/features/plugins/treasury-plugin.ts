import type { Proposal } from "@agent-treasury/contract";
import type { Clock, Json, JsonObject, Logger, OutboundFetch } from "@agent-treasury/provider";
import type { AgentTool } from "../agent/index.ts";
import type { Deliveries, EventConsumer } from "../events/index.ts";
import type { PluginRoute, SignedPluginRoute } from "./plugin-route.ts";

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
  /** Routes that other services call with a signature instead of a credential. */
  readonly signedRoutes?: readonly SignedPluginRoute[];
  /** Their names must not be taken. */
  readonly tools?: readonly AgentTool[];
  /** Its cursors are named after the plugin. */
  readonly events?: Omit<EventConsumer, "id">;
  /**
   * Runs soon after the start, on the timer of `recoverySeconds`, and in `recover()`. A run that a
   * crash interrupted is repeated.
   */
  readonly maintain?: (signal: AbortSignal) => Promise<void>;
  /** Changes that need all approvals which the present rules require of any spend. */
  readonly actions?: Readonly<Record<string, PluginAction>>;
  /** Called after requests and maintenance end. The process waits at most 5 seconds. */
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
  /** Yields the ids of all workspaces. */
  workspaces(): AsyncIterable<string>;
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
  readonly category?: string;
}

/**
 * The plugin's own documents of one workspace: at most 10,000, each of at most 64 KiB as JSON. An id
 * has 1 to 128 letters, digits and `. _ : -`. A reset keeps them.
 */
export interface PluginDocuments {
  get(id: string): Promise<PluginDocument | null>;
  /**
   * Newest first by their creation.
   *
   * @param page.after id of the last document of the previous page. It may be removed meanwhile.
   * @param page.limit 1 to 100, 100 by default.
   */
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
  /** Plus one with each `put`, also after a removal. */
  readonly version: number;
  readonly body: Json;
}

/** Its methods must be pure, because they run in a commit, which may be repeated. */
export interface PluginAction {
  /** Returns documents to write by id. Null removes one. Throws if the action is not possible. */
  apply(
    payload: JsonObject,
    documents: PluginSnapshot,
    moment: PluginMoment,
  ): Readonly<Record<string, Json | null>>;
  /** Returns ids of the documents that `apply` reads. */
  reads(payload: JsonObject): readonly string[];
  /** Returns what approvers see: at most 8 KiB as JSON, without secrets. Called at the start. */
  details(payload: JsonObject): JsonObject;
}

/** When an action is applied, which may be long after it began. */
export interface PluginMoment {
  /** Workspace time, in milliseconds since 1970. */
  readonly now: number;
  /** Ordinal of the newest event record; 0 without one. A new target may begin after it. */
  readonly newestEvent: number;
}

export interface PluginSnapshot {
  get(id: string): Json | null;
}
