import { assertSupportedRuntime, lazily } from "@agent-treasury/provider/helpers";
import { agentModule } from "../features/agent/agent-module.ts";
import { channelsModule, openChannels } from "../features/channels/channels-module.ts";
import { fundingModule } from "../features/deposits/funding-module.ts";
import { incomingModule } from "../features/deposits/incoming/incoming-module.ts";
import { eventWiring } from "../features/events/index.ts";
import { credentialsModule } from "../features/external-agents/credentials-module.ts";
import { agentAuthentication, ProposalWaits } from "../features/external-agents/index.ts";
import { proposalsModule } from "../features/external-agents/proposals-module.ts";
import { freezesModule } from "../features/freezes/freezes-module.ts";
import { actionsModule } from "../features/inbox/actions-module.ts";
import { decisionsModule } from "../features/inbox/decisions-module.ts";
import { machinesModule } from "../features/machines/machines-module.ts";
import { mcpModule } from "../features/mcp/mcp-module.ts";
import { paidFetchTermsOf } from "../features/paid-fetch/index.ts";
import { paidFetchModule } from "../features/paid-fetch/paid-fetch-module.ts";
import { connectExecutors } from "../features/payments/index.ts";
import { paymentsModule } from "../features/payments/payments-module.ts";
import { railsModule } from "../features/payments/rails/rails-module.ts";
import { PluginActions } from "../features/plugins/index.ts";
import { pluginsModule } from "../features/plugins/plugins-module.ts";
import { receiptsModule } from "../features/receipts/receipts-module.ts";
import { dueCasesModule } from "../features/refund-cases/due-cases-module.ts";
import { draftsModule } from "../features/rules/drafts/drafts-module.ts";
import { replayModule } from "../features/rules/replay/replay-module.ts";
import { serviceModule } from "../features/service/service-module.ts";
import { dueTabsModule } from "../features/tabs/due-tabs-module.ts";
import { tracedAgent } from "../features/telemetry/index.ts";
import { verificationModule } from "../features/verification/verification-module.ts";
import { treasuryModule } from "../features/workspace/treasury-module.ts";
import { basePathOf } from "../http/address-options.ts";
import type { CoreModule } from "../http/core-module.ts";
import { failureLog, failureReporter, noRequest } from "../http/failure-log.ts";
import { inProcessCalls } from "../http/in-process-calls.ts";
import { type LaterOperations, routeTable } from "../http/route-table.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import type { Treasury } from "../treasury.ts";
import { checkTreasuryOptions } from "./check-options.ts";
import { loadAhead, loadLater } from "./load-ahead.ts";
import { recoverAll } from "./maintenance.ts";
import { openEngine } from "./open-engine.ts";
import { openService } from "./open-service.ts";

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
  checkTreasuryOptions(options);
  const { logger } = options;
  const log = logger && failureLog(logger);
  const onFailure = failureReporter(options.onFailure, log, options.clock);
  const report = (error: unknown): void => onFailure({ requestId: noRequest, action: null, error });
  const waits = new ProposalWaits();
  const pluginActions = new PluginActions();
  const events = eventWiring(options, report, waits.committed, loadLater);
  const engine = openEngine(options, report, events, pluginActions.type);
  connectExecutors(engine, options);
  const basePath = basePathOf(options.basePath);

  const plugins = pluginsModule(engine, options, pluginActions, events);
  const channels = openChannels(engine, options);
  const delivery = events.deliver(engine, [...plugins.consumers, ...channels.consumers]);
  const treasury = treasuryModule(engine, loadLater);
  const funding = fundingModule(engine, options);
  const incoming = incomingModule(engine, options);
  const payments = paymentsModule(engine, loadLater);
  const rails = railsModule(engine, options, loadLater);
  const machines = machinesModule(engine, options, loadLater);
  const paidFetchTerms = paidFetchTermsOf(options);
  const paidFetch = paidFetchModule(engine, paidFetchTerms);
  const withTools: readonly CoreModule[] = [paidFetch, funding, machines, ...plugins.modules];
  const tools = withTools.flatMap((module) => module.tools ?? []);
  const loadTabs = lazily(async () => new (await loadLater()).Tabs(engine));
  const agent = agentModule(engine, options, tools, tracedAgent(options), loadTabs);
  const decisions = decisionsModule(engine, agent.turns);
  const credentials = credentialsModule(engine, options);
  const { store } = credentials;
  const authenticateAgent = agentAuthentication(store, options, options.mcp?.authenticate);
  const proposals = proposalsModule(engine, waits);
  const receipts = receiptsModule(engine, options.receipts);
  const verification = verificationModule(engine, options.verification, loadLater);
  const replays = { running: 0 };
  const replay = replayModule(engine, replays, loadLater);
  const freezes = freezesModule(engine, machines.suspendFrozen);
  const actions = actionsModule(engine);
  const load = lazily(() => loadAhead(options));
  const service = serviceModule(engine, basePath, plugins.descriptions, load);
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
    proposals,
    credentials,
    mcpModule(engine, options, waits, paidFetchTerms, authenticateAgent),
    dueTabsModule(engine, loadLater),
    dueCasesModule(engine),
    receipts,
    verification,
    replay,
    draftsModule(engine, loadLater),
    freezes,
    actions,
    service,
    ...plugins.modules,
  ];

  let operations: LaterOperations | null = null;
  const later = async (): Promise<LaterOperations> => {
    const { laterModules } = await loadLater();
    const { exposure = null } = options;
    const deps = { exposure, credentials: store, ask: agent.ask, replays };
    return (operations ??= laterModules(engine, deps));
  };
  const registered = modules.map((module) => module.routes ?? {});
  const routes = routeTable(registered, later);
  const { handler, close } = openService(engine, options, modules, {
    basePath,
    routes,
    authenticateAgent,
    onFailure,
    report,
    // The health check reports a failure.
    answeredFirst: () => void load().catch(() => {}),
  });
  const calls = inProcessCalls(routes);
  return {
    handler,
    basePath,
    ...calls,
    ...treasury.methods,
    ...funding.methods,
    ...incoming.methods,
    ...payments.methods,
    ...rails.methods,
    ...machines.methods,
    ...agent.methods,
    ...decisions.methods,
    ...verification.methods,
    ...proposals.methods,
    ...actions.methods,
    ...service.methods,
    rules: { ...calls.rules, ...replay.methods },
    freezes: { ...calls.freezes, ...freezes.methods },
    receipts: { ...calls.receipts, ...receipts.methods },
    recover: () => recoverAll(modules, report),
    close,
  };
}
