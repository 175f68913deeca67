import { deliveriesOf } from "../delivery/deliveries.ts";
import { treasuryRecorder } from "../events/treasury-recorder.ts";
import { eventLog } from "../hooks/event-log.ts";
import { hooksConsumer } from "../hooks/hooks-consumer.ts";
import { type BrowserGuard, browserGuard } from "../http/browser-rules.ts";
import { failureReporter } from "../http/failure-log.ts";
import { handlerOver } from "../http/handler.ts";
import { failureLog, requestLog } from "../http/request-log.ts";
import { routeTable } from "../http/route-table.ts";
import { createServe } from "../http/serve.ts";
import { OpenStreams } from "../http/stream/open-streams.ts";
import type { CommitListener } from "../ledger/commit/committed-change.ts";
import { PluginActions } from "../plugins/plugin-actions.ts";
import { ProposalWaits } from "../principals/proposal-waits.ts";
import { UnderWay } from "../treasury/under-way.ts";
import { allowedOriginsOf, basePathOf, baseUrlOf } from "./address-options.ts";
import { atMost } from "./at-most.ts";
import { executionBoundsOf } from "./bounds-from-options.ts";
import { type CoreModule, accessRiskOf, toolsOf } from "./core-module.ts";
import { recoverAll, startModules } from "./maintenance.ts";
import { administration } from "./modules/administration.ts";
import { agentModule } from "./modules/agent-module.ts";
import { channelsModule, openChannels } from "./modules/channels-module.ts";
import { decisionsModule } from "./modules/decisions-module.ts";
import { type DeliveryModule, deliveryModule } from "./modules/delivery-module.ts";
import { externalAgents } from "./modules/external-agents.ts";
import { fundingModule } from "./modules/funding-module.ts";
import { machinesModule } from "./modules/machines-module.ts";
import { passkeysModule } from "./modules/passkeys-module.ts";
import { paymentsModule } from "./modules/payments-module.ts";
import { pluginsModule } from "./modules/plugins-module.ts";
import { serviceModule } from "./modules/service-module.ts";
import { treasuryModule } from "./modules/treasury-module.ts";
import { openEngine } from "./open-engine.ts";
import { checkOptionNames } from "./option-names.ts";
import type { TreasuryOptions } from "./treasury-options.ts";
import type { Treasury } from "./treasury.ts";

const longestRequestMs = 180_000;

/**
 * Creates a treasury. Connects and reads keys only when a request needs them.
 *
 * @throws TreasuryError `invalid_request` for an invalid option.
 * @example
 * ```ts
 * import { createTreasury } from "@agent-treasury/treasury-core";
 * import { memoryStorage } from "@agent-treasury/treasury-core/memory";
 *
 * const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
 * const response = await treasury.handler(new Request("http://localhost:3000/api/service/treasury"));
 * ```
 */
export function createTreasury(options: TreasuryOptions): Treasury {
  checkOptionNames(options);
  const { logger } = options;
  const onFailure = failureReporter(options.onFailure, logger && failureLog(logger));
  const report = (error: unknown): void => onFailure({ requestId: "none", action: null, error });
  const waits = new ProposalWaits();
  const pluginActions = new PluginActions();
  const hasConsumers = (): boolean => consumers.length > 0;
  const recorder = treasuryRecorder({ hasConsumers, reports: logger !== undefined });
  const log = logger && eventLog(logger);
  const listener: CommitListener = (change) => {
    waits.committed(change);
    log?.(change);
    delivery.committed(change);
  };
  const engine = openEngine(options, report, recorder, listener, pluginActions.type);
  const basePath = basePathOf(options.basePath);

  const hooks = options.hooks === undefined ? [] : [hooksConsumer(options.hooks, report)];
  const plugins = pluginsModule(engine, options, pluginActions, (consumerId) =>
    deliveriesOf(engine, () => delivery.deliverer, consumerId),
  );
  const channels = openChannels(engine, options);
  const consumers = [...hooks, ...plugins.consumers, ...channels.consumers];
  const delivery: DeliveryModule = deliveryModule(engine, consumers);
  const treasury = treasuryModule(engine);
  const funding = fundingModule(engine, options);
  const payments = paymentsModule(engine);
  const machines = machinesModule(engine, options);
  const tools = toolsOf([treasury, funding, machines, ...plugins.modules]);
  const agent = agentModule(engine, options, tools);
  const decisions = decisionsModule(engine, agent.turns);
  const external = externalAgents(engine, options, waits);
  const administered = administration(engine, machines.suspendFrozen);
  const passkeys = passkeysModule(engine);
  const service = serviceModule(engine, basePath, plugins.descriptions);
  const modules: readonly CoreModule[] = [
    channels.closing,
    // Closed late, because closing other modules may record events.
    delivery,
    treasury,
    funding,
    payments,
    machines,
    agent,
    // Closed before the agent, because its decisions resume turns.
    channelsModule(channels, options, agent.turns),
    decisions,
    ...external.modules,
    ...administered.modules,
    passkeys,
    service,
    ...plugins.modules,
  ];

  let closing: Promise<void> | null = null;
  const streams = new OpenStreams();
  const requests = new UnderWay();
  const serve = createServe({
    routes: routeTable(modules.map(({ routes = {} }) => routes)),
    mounts: modules.flatMap(({ mounts = [] }) => mounts),
    plugins: modules.flatMap(({ plugins: operations = [] }) => operations),
    accessRisk: () => accessRiskOf(modules),
    streams,
    basePath,
    access: options,
    authenticateAgent: external.authenticateAgent,
    guard: guardOf(options),
    identifiers: engine.identifiers,
    clock: engine.clock,
    isClosed: () => closing !== null,
    onFailure,
    onAnswered: logger === undefined ? null : requestLog(logger),
  });
  const closeModules = startModules(modules, executionBoundsOf(options).recoveryMs, report);
  /** Closes in the direction of the data flow. */
  const close = async (): Promise<void> => {
    for (const { leave } of modules) leave?.();
    // The timeout prevents an unfinished request from blocking the exit.
    const ended = Promise.all([streams.close(), requests.ended()]);
    await atMost(longestRequestMs, engine.clock, ended);
    await closeModules();
    await engine.committer.close();
    await engine.storage.close();
  };
  return {
    handler: handlerOver((request, context) => requests.follow(serve(request, context))),
    basePath,
    ...treasury.methods,
    ...funding.methods,
    ...payments.methods,
    ...machines.methods,
    ...agent.methods,
    ...decisions.methods,
    ...external.methods,
    ...administered.methods,
    ...passkeys.methods,
    ...service.methods,
    recover: () => recoverAll(modules),
    close: () => (closing ??= close()),
  };
}

function guardOf({ baseUrl, allowedOrigins, allowedHosts = [] }: TreasuryOptions): BrowserGuard {
  return browserGuard({
    baseUrl: baseUrlOf(baseUrl),
    allowedOrigins: allowedOriginsOf(allowedOrigins),
    allowedHosts,
  });
}
