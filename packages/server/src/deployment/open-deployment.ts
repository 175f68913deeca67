import { basePath as defaultBasePath } from "@agent-treasury/contract";
import type {
  LanguageModel,
  Logger,
  MachineHost,
  PaymentExecutor,
  PaymentMode,
  PaymentProcessor,
  Storage,
} from "@agent-treasury/provider";
import {
  type AccessRules,
  type MachineOptions,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "@agent-treasury/treasury-core";
import { given } from "../settings/given.ts";
import { readSettings } from "../settings/read-settings.ts";
import type { Environment, Settings } from "../settings/settings.ts";
import { withGroups } from "../sign-in/operator-groups.ts";
import { type SignIn } from "../sign-in/page-session.ts";
import { type PageSessions, pageSessions } from "../sign-in/page-sessions.ts";
import { RefusedSignIns } from "../sign-in/refused-sign-ins.ts";
import { openChannels } from "./open-channels.ts";
import { exposureIfInstalled } from "./open-exposure.ts";
import { openMachines } from "./open-machines.ts";
import { openMcp } from "./open-mcp.ts";
import { openModel } from "./open-models.ts";
import { openOutbound } from "./open-outbound.ts";
import { openPasskeys } from "./open-passkeys.ts";
import { openStripe } from "./open-payments.ts";
import { openPlugins } from "./open-plugins.ts";
import {
  type OpenSandboxSellers,
  type SandboxDeps,
  type SandboxHandler,
  openSandbox,
} from "./open-sandbox.ts";
import { openScreening } from "./open-screening.ts";
import { openStorage } from "./open-storage.ts";
import { openMpp, openPaidFetch, openX402 } from "./open-x402.ts";
import { warnWith } from "./warn-with.ts";

/** The environment, and options of `createTreasury` that take precedence. */
export interface DeploymentOptions extends Partial<Omit<TreasuryOptions, "machines">> {
  /** The host defaults to the environment's. */
  readonly machines?: Partial<MachineOptions>;
  readonly env?: Environment;
  /** Sellers beside the sandbox's own, with `TREASURY_SANDBOX=on`. */
  readonly sandboxSellers?: OpenSandboxSellers;
}

/** Names of the connected implementations. Null if not connected. */
export interface DeploymentDeps {
  readonly storage: string;
  readonly payments: string | null;
  /** The kind of money that spends by x402 use. */
  readonly x402: PaymentMode | null;
  readonly model: string | null;
  readonly machines: string | null;
  readonly safety: string | null;
}

/** A treasury configured from the environment, and its page's handlers. */
export interface Deployment {
  readonly treasury: Treasury;
  readonly settings: Settings;
  readonly parts: DeploymentDeps;
  /** Null if the sandbox is off. */
  readonly sandbox: SandboxHandler | null;
  /** Null without sign-in. */
  readonly authenticate: NonNullable<AccessRules["authenticate"]> | null;
  /** Null if `TREASURY_OPERATORS` is not set, or the app has its own sign-in. */
  readonly signIn: SignIn | null;
}

/**
 * Configures a treasury from the environment, and opens its database. Imports only the packages
 * that the settings require.
 *
 * @throws SettingsError with every invalid setting; MissingPackageError; TreasuryError
 * `storage_error` if the database cannot be opened. `tellFailure` formats each of them.
 * @example
 * const { treasury, settings } = await openDeployment();
 */
export async function openDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  let opened: Storage | null = null;
  try {
    return await configureDeployment(options, async (storage) => {
      opened = storage;
      await storage.workspaces(null, 1);
      await storage.check?.();
    });
  } catch (error) {
    // The app closes its own storage.
    if (options.storage === undefined) await (opened as Storage | null)?.close();
    throw error;
  }
}

/** @param open - Called once everything is configured, before the treasury uses the storage. */
export async function configureDeployment(
  options: DeploymentOptions,
  open: (storage: Storage) => Promise<void> = async () => {},
): Promise<Deployment> {
  const { env = process.env, machines, sandboxSellers: sellers, ...overrides } = options;
  const settings = readSettings(env);
  const baseUrl = overrides.baseUrl ?? settings.baseUrl;
  const storage = overrides.storage ?? (await openStorage(settings.database));
  const plugins = await openPlugins(settings, overrides);
  const outbound = overrides.outbound ?? (await openOutbound(settings));
  const { x402, mpp } = await openBuyers(settings, overrides);
  const sandbox =
    overrides.payments === undefined
      ? await openSandbox(settings, {
          baseUrl,
          basePath: overrides.basePath ?? defaultBasePath,
          outbound,
          sellers,
          treasury: () => treasury,
        })
      : null;
  const processor =
    overrides.payments?.processor ?? sandbox?.payments ?? (await openStripe(settings));
  if (overrides.payments === undefined) warnAboutUnusedSandbox(settings, overrides.logger);
  const model = overrides.model ?? (await openModel(settings)) ?? undefined;
  const host = machines?.host ?? (await openMachines(settings));
  const { screening, judge } = await openScreening(settings, overrides);
  const page = openSignIn(settings, overrides, baseUrl, () => treasury.sessions);
  const { authenticate } = page;
  const mcp = overrides.mcp ?? (await openMcp(settings, authenticate !== undefined)) ?? undefined;
  const passkeys =
    overrides.passkeys ??
    (await openPasskeys(settings.passkeys, baseUrl, authenticate !== undefined));
  const channels = await openChannels(settings, overrides);
  await open(storage);
  const treasury: Treasury = createTreasury({
    ...optionsFrom(settings),
    ...sandbox?.options,
    ...railsOf(settings, overrides, sandbox, [x402, mpp]),
    ...overrides,
    ...plugins,
    ...channels,
    screening,
    baseUrl,
    storage,
    exposure: overrides.exposure ?? exposureIfInstalled,
    ...given({
      outbound: sandbox?.options.outbound ?? outbound,
      payments: processor ? { ...overrides.payments, processor } : undefined,
      model,
      machines: host ? { ...machines, host } : undefined,
      mcp,
      authenticate,
      passkeys: passkeys ?? undefined,
    }),
  });
  return {
    treasury,
    settings,
    parts: partsOf({ storage, processor, x402, model, host, judge }),
    sandbox: sandbox?.handler ?? null,
    authenticate: authenticate ?? null,
    signIn: page.signIn,
  };
}

interface Connected {
  readonly storage: Storage;
  readonly processor: Pick<PaymentProcessor, "provider"> | null;
  readonly x402: PaymentExecutor | null;
  readonly model: LanguageModel | undefined;
  readonly host: Pick<MachineHost, "provider"> | null;
  readonly judge: string | null;
}

function partsOf({ storage, processor, x402, model, host, judge }: Connected): DeploymentDeps {
  return {
    storage: storage.name,
    payments: processor?.provider ?? null,
    x402: x402?.mode() ?? null,
    model: model === undefined ? null : `${model.provider}: ${model.modelId}`,
    machines: host?.provider ?? null,
    safety: judge,
  };
}

function warnAboutUnusedSandbox(
  { sandbox, stripe }: Settings,
  logger: Pick<Logger, "warn"> = console,
): void {
  if (!sandbox || stripe === null) return;
  logger.warn(
    {},
    "TREASURY_SANDBOX=on does not replace Stripe, because STRIPE_SECRET_KEY is set: deposits use Stripe's test mode, and the sandbox's checkout and payment executor are off. Unset STRIPE_SECRET_KEY to use them.",
  );
}

/** The app's own executors replace those of the environment. */
async function openBuyers(settings: Settings, { executors }: DeploymentOptions) {
  if (executors !== undefined) return { x402: null, mpp: null };
  return { x402: await openX402(settings), mpp: await openMpp(settings) };
}

function railsOf(
  settings: Settings,
  { executors: own }: DeploymentOptions,
  sandbox: SandboxDeps | null,
  buyers: readonly (PaymentExecutor | null)[],
): Pick<TreasuryOptions, "executors" | "paidFetch"> {
  const buying = buyers.map((executor) => executor && { executor });
  const opened = [sandbox?.executor, ...buying].filter((one) => one != null);
  const executors = own ?? opened;
  const hasExecutor = own !== undefined || opened.length > 0;
  return { executors, ...given({ paidFetch: openPaidFetch(settings, hasExecutor) }) };
}

/** The app's own sign-in replaces that of the page. */
function openSignIn(
  settings: Settings,
  overrides: DeploymentOptions,
  baseUrl: string,
  sessionsOf: Parameters<typeof pageSessions>[2],
): Pick<Deployment, "signIn"> & { readonly authenticate: AccessRules["authenticate"] } {
  const sessions =
    settings.operators === null || overrides.authenticate !== undefined
      ? null
      : pageSessions(settings.operators, baseUrl, sessionsOf);
  const authenticate = overrides.authenticate ?? ofSessions(sessions, settings);
  const signIn = sessions && {
    sessions,
    refused: new RefusedSignIns(),
    warn: warnWith(overrides.logger),
  };
  return { authenticate, signIn };
}

function ofSessions(
  sessions: PageSessions | null,
  { operatorGroups }: Settings,
): AccessRules["authenticate"] {
  if (sessions === null) return undefined;
  const { authenticate } = sessions;
  return operatorGroups === null ? authenticate : withGroups(authenticate, operatorGroups);
}

function optionsFrom(settings: Settings): Partial<TreasuryOptions> {
  return {
    budget: settings.budget,
    allowedOrigins: settings.allowedOrigins,
    autoApprovePayees: settings.autoApprovePayees,
    ...given({
      timeZone: settings.timeZone ?? undefined,
      proposalExpiryHours: settings.proposalExpiryHours ?? undefined,
      remindAfterHours: settings.remindAfterHours ?? undefined,
      escalateAfterHours: settings.escalateAfterHours ?? undefined,
      access: settings.access ?? undefined,
      approvalPageUrl: settings.approvalPageUrl ?? undefined,
      receipts: settings.receiptsKey === null ? undefined : { key: settings.receiptsKey },
      verification: settings.verification ?? undefined,
      turns: given({
        dailyTokens: settings.dailyTokens ?? undefined,
        tabUsd: settings.turnTabUsd ?? undefined,
      }),
    }),
  };
}
