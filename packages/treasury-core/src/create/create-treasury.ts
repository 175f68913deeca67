import { assertSupportedRuntime } from "@agent-treasury/provider/helpers";
import { failureReporter, noRequest } from "../http/failure-log.ts";
import { failureLog } from "../http/request-log.ts";
import { PluginActions } from "../plugins/plugin-actions.ts";
import { ProposalWaits } from "../principals/proposal-waits.ts";
import { basePathOf } from "./address-options.ts";
import { boundedCalls } from "./bounded-calls.ts";
import { connectExecutors } from "./connect-executors.ts";
import { type CoreModule, toolsOf } from "./core-module.ts";
import { eventWiring } from "./event-wiring.ts";
import { recoverAll } from "./maintenance.ts";
import { administration } from "./modules/administration.ts";
import { agentModule } from "./modules/agent-module.ts";
import { channelsModule, openChannels } from "./modules/channels-module.ts";
import { decisionsModule } from "./modules/decisions-module.ts";
import { externalAgents } from "./modules/external-agents.ts";
import { fundingModule } from "./modules/funding-module.ts";
import { incomingModule } from "./modules/incoming-module.ts";
import { machinesModule } from "./modules/machines-module.ts";
import { paidFetchModule } from "./modules/paid-fetch-module.ts";
import { passkeysModule } from "./modules/passkeys-module.ts";
import { paymentsModule } from "./modules/payments-module.ts";
import { pluginsModule } from "./modules/plugins-module.ts";
import { railsModule } from "./modules/rails-module.ts";
import { serviceModule } from "./modules/service-module.ts";
import { treasuryModule } from "./modules/treasury-module.ts";
import { openEngine } from "./open-engine.ts";
import { openService } from "./open-service.ts";
import { checkOptionNames } from "./option-names.ts";
import { paidFetchTermsOf } from "./paid-fetch-from-options.ts";
import type { TreasuryOptions } from "./treasury-options.ts";
import type { Treasury } from "./treasury.ts";

assertSupportedRuntime("@agent-treasury/treasury-core");

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
  const log = logger && failureLog(logger);
  const onFailure = failureReporter(options.onFailure, log, options.clock);
  const report = (error: unknown): void => onFailure({ requestId: noRequest, action: null, error });
  const waits = new ProposalWaits();
  const pluginActions = new PluginActions();
  const events = eventWiring(options, report, (change) => waits.committed(change));
  const engine = openEngine(options, report, events, pluginActions.type);
  connectExecutors(engine, options);
  const basePath = basePathOf(options.basePath);

  const plugins = pluginsModule(engine, options, pluginActions, events);
  const channels = openChannels(engine, options);
  const delivery = events.deliver(engine, [...plugins.consumers, ...channels.consumers]);
  const treasury = treasuryModule(engine);
  const funding = fundingModule(engine, options);
  const incoming = incomingModule(engine, options);
  const payments = paymentsModule(engine);
  const rails = railsModule(engine, options);
  const machines = machinesModule(engine, options);
  const paidFetchTerms = paidFetchTermsOf(options);
  const paidFetch = paidFetchModule(engine, paidFetchTerms);
  const tools = toolsOf([treasury, paidFetch, funding, machines, ...plugins.modules]);
  const agent = agentModule(engine, options, tools);
  const decisions = decisionsModule(engine, agent.turns);
  const external = externalAgents(engine, options, waits, paidFetchTerms);
  const administered = administration(engine, machines.suspendFrozen);
  const passkeys = passkeysModule(engine);
  const service = serviceModule(engine, basePath, plugins.descriptions);
  const modules: readonly CoreModule[] = [
    channels.closing,
    // Closed late, because closing other modules may record events.
    delivery,
    treasury,
    paidFetch,
    funding,
    incoming,
    payments,
    rails,
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

  const { authenticateAgent } = external;
  const { handler, close } = openService(engine, options, modules, {
    basePath,
    authenticateAgent,
    onFailure,
    report,
  });
  return {
    handler,
    basePath,
    ...treasury.methods,
    ...paidFetch.methods,
    ...funding.methods,
    ...incoming.methods,
    ...payments.methods,
    ...rails.methods,
    ...machines.methods,
    ...agent.methods,
    ...decisions.methods,
    ...external.methods,
    ...administered.methods,
    ...passkeys.methods,
    ...service.methods,
    ...boundedCalls({
      ...treasury.methods,
      ...paidFetch.methods,
      ...decisions.methods,
      ...external.methods,
    }),
    recover: () => recoverAll(modules),
    close,
  };
}
