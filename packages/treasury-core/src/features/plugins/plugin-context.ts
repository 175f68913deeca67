import {
  type Clock,
  type Logger,
  type OutboundFetch,
  TreasuryError,
} from "@agent-treasury/provider";
import { parseInput } from "../../http/read-input.ts";
import { workspacePages } from "../../kernel/deployment/workspace-pages.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { namedLogger } from "../../kernel/logging.ts";
import type { Deliveries } from "../events/index.ts";
import { pluginAsProposer, proposePurchase, purchaseOf } from "../external-agents/index.ts";
import { checkWorkspaceId, pluginDocuments } from "./plugin-documents.ts";
import type { PluginContext, PluginProposal } from "./treasury-plugin.ts";

export interface PluginDeps {
  readonly engine: Engine;
  readonly logger: Logger | null;
  readonly outbound: OutboundFetch | null;
  /** Returns the deliveries of a consumer. */
  readonly deliveriesOf: (consumerId: string) => Deliveries;
}

/** Cursors of core's own consumers have other names. */
export function consumerIdOf(pluginId: string): string {
  return `plugin-${pluginId}`;
}

/** Its objects are new, so that a plugin cannot change those of the treasury. */
export function pluginContext(pluginId: string, deps: PluginDeps): PluginContext {
  const { engine, logger, outbound, deliveriesOf } = deps;
  return Object.freeze<PluginContext>({
    clock: clockOf(engine.clock),
    logger: namedLogger(pluginId, logger, engine.report),
    fetch: async (request) => {
      if (outbound !== null) return outbound(request);
      const message = `Plugin ${pluginId} has no connection to other services.`;
      throw new TreasuryError("outbound_not_connected", message);
    },
    deliveries: deliveriesOf(consumerIdOf(pluginId)),
    documents: (workspaceId) => pluginDocuments(engine, pluginId, workspaceId),
    workspaces: () => workspacesOf(engine),
    propose: (request) => propose(engine, pluginId, request),
  });
}

async function propose(engine: Engine, pluginId: string, request: PluginProposal) {
  checkWorkspaceId(request.workspaceId);
  const input = parseInput("createProposal", request);
  const purchase = { ...purchaseOf(input), label: null, allocationId: null };
  if (purchase.key === null) throw invalidRequest("`idempotencyKey` is required.");
  const proposer = pluginAsProposer(input.workspaceId, pluginId);
  return (await proposePurchase(engine, proposer, purchase)).proposal;
}

async function* workspacesOf(engine: Engine): AsyncGenerator<string> {
  for await (const ids of workspacePages(engine)) yield* ids;
}

function clockOf(clock: Clock): Clock {
  return Object.freeze<Clock>({
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
  });
}
