import {
  type AgentTurnResult,
  type DecisionRequest,
  type DepositConfirmation,
  type DepositRequest,
  type DepositSession,
  type Proposal,
  type TreasuryState,
  type TurnRequest,
  type Verification,
  type WorkspaceRequest,
  basePath as defaultBasePath,
} from "@agent-treasury/contract";
import { TurnRunner } from "./agent/run-turn.ts";
import { defaultTurnLimits } from "./agent/turn-settings.ts";
import type { FleetSettings } from "./fleet/fleet-settings.ts";
import { confirmDeposit, startDeposit } from "./funding/deposits.ts";
import { browserGuard } from "./http/browser-rules.ts";
import { logFailure } from "./http/failure-log.ts";
import { type FailureReport, type TreasuryHandler, createHandler } from "./http/handler.ts";
import type { Service } from "./http/operations.ts";
import { parseInput } from "./http/read-input.ts";
import { calendarOf } from "./ledger/business-day.ts";
import { Committer } from "./ledger/commit/committer.ts";
import { StorageClock } from "./ledger/commit/storage-clock.ts";
import {
  type LimitOptions,
  limitsFromOptions,
  spendingPolicyOf,
  startingCapitalOf,
} from "./policy-from-options.ts";
import { systemClock } from "./ports/clock.ts";
import { randomIdentifiers } from "./ports/identifiers.ts";
import type { TreasuryOptions } from "./treasury-options.ts";
import { decide } from "./treasury/decide.ts";
import type { Engine } from "./treasury/engine.ts";
import { treasuryHousekeeping, treasuryOpening } from "./treasury/housekeeping.ts";
import type { Operator } from "./treasury/proposal.ts";
import { readTreasury } from "./treasury/read-treasury.ts";
import { reset } from "./treasury/reset.ts";
import { setBudget } from "./treasury/set-budget.ts";
import { verifyTreasury } from "./treasury/verify-treasury.ts";

const longestRequestMs = 180_000;

/**
 * A treasury: its handler, and the same operations for code in the same process. That code is trusted:
 * `authenticate` and `authorize` guard the handler alone. Methods reject with a `TreasuryError`.
 */
export interface Treasury {
  /** Answers every request below `basePath`. */
  readonly handler: TreasuryHandler;
  readonly basePath: string;
  /** Reads a workspace's money. */
  state(workspaceId?: string): Promise<TreasuryState>;
  /** Runs one turn of the agent. */
  runTurn(
    request: TurnRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<AgentTurnResult>;
  /** Records a person's decision. `operator` is taken as verified: the caller vouches for it. */
  decide(request: DecisionRequest): Promise<Proposal>;
  /** Opens a checkout for a deposit. */
  startDeposit(request: DepositRequest): Promise<DepositSession>;
  /** Credits a paid checkout, once. */
  confirmDeposit(
    request: WorkspaceRequest & { readonly sessionId: string },
  ): Promise<DepositConfirmation>;
  /** Sets a workspace's own limits until its next reset; what is left out goes back to the deployment's. */
  setBudget(
    request: WorkspaceRequest & { readonly limits: LimitOptions; readonly operator?: string },
  ): Promise<TreasuryState>;
  /** Opens a new, empty epoch. `operator` is taken as verified: the caller vouches for it. */
  reset(request?: WorkspaceRequest & { readonly operator?: string }): Promise<TreasuryState>;
  /** Recomputes a workspace's hash chain. */
  verify(workspaceId?: string): Promise<Verification>;
  /** Takes no more requests, finishes turns and commits, and closes the storage. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Makes a treasury. Nothing is connected and no key is read before the first request needs it.
 *
 * @throws TreasuryError `invalid_request` when an option cannot be, naming it.
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
  const onFailure = options.onFailure ?? logFailure;
  const engine = engineOf(options, onFailure);
  const turns = new TurnRunner(engine, {
    model: options.model ?? null,
    tools: options.tools ?? [],
    instructions: options.instructions ?? "",
    limits: { ...defaultTurnLimits, ...options.turns },
  });
  const baseUrl = new URL(options.baseUrl).href.replace(/\/+$/, "");
  const service: Service = { engine, turns, fleet: fleetOf(options), baseUrl };
  const basePath = options.basePath ?? defaultBasePath;
  let closing: Promise<void> | null = null;
  const handler = createHandler({
    service,
    basePath,
    access: options,
    guard: browserGuard({
      baseUrl,
      allowedOrigins: options.allowedOrigins ?? [],
      allowedHosts: options.allowedHosts ?? [],
    }),
    identifiers: engine.identifiers,
    isClosed: () => closing !== null,
    onFailure,
  });
  const underWay = new Set<Promise<Response>>();
  return {
    handler: (request, context) => {
      const response = handler(request, context).finally(() => underWay.delete(response));
      underWay.add(response);
      return response;
    },
    basePath,
    ...operationsOf(service),
    close: () => (closing ??= closeAll(service, underWay)),
  };
}

function engineOf(options: TreasuryOptions, onFailure: (report: FailureReport) => void): Engine {
  const { storage, clock = systemClock, identifiers = randomIdentifiers } = options;
  const calendar = calendarOf(options.timeZone ?? "UTC");
  const startingCapital = startingCapitalOf(options);
  const committer = new Committer({
    storage,
    clock,
    storageClock: new StorageClock(clock),
    identifiers,
    opening: treasuryOpening(calendar, startingCapital),
    housekeeping: treasuryHousekeeping(calendar),
  });
  return {
    storage,
    committer,
    policy: spendingPolicyOf(options),
    calendar,
    clock,
    identifiers,
    report: (error) => onFailure({ requestId: "none", action: null, error }),
    payments: options.payments ?? null,
    startingCapital,
  };
}

function fleetOf({ machines, fleet = {} }: TreasuryOptions): FleetSettings {
  return {
    host: machines ?? null,
    machinesPerWorkspace: fleet.machinesPerWorkspace ?? 3,
    machinesPerDeployment: fleet.machinesPerDeployment ?? 10,
    provisionTimeoutMs: (fleet.provisionTimeoutSeconds ?? 300) * 1_000,
    execTimeoutSeconds: fleet.execTimeoutSeconds ?? 60,
  };
}

type Operations = Omit<Treasury, "handler" | "basePath" | "close">;

/** The operations for code in the same process; their input passes the same schemas as a request's. */
function operationsOf({ engine, turns, baseUrl }: Service): Operations {
  return {
    state: async (workspace) => readTreasury(engine, workspaceOf(workspace)),
    runTurn: async (request, { signal } = {}) =>
      turns.run(parseInput("runTurn", request), signal ?? new AbortController().signal),
    decide: async (request) => {
      const input = parseInput("decideProposal", request);
      const { workspaceId, proposalId, decision, comment = null } = input;
      const operator = vouchedFor(input.operator);
      return decide(engine, workspaceId, { proposalId, decision, operator, comment });
    },
    startDeposit: async (request) =>
      startDeposit(engine, baseUrl, parseInput("startDeposit", request)),
    confirmDeposit: async ({ workspaceId, sessionId }) => {
      const input = parseInput("confirmDeposit", { workspaceId, session_id: sessionId });
      return confirmDeposit(engine, input.workspaceId, input.session_id);
    },
    setBudget: async ({ workspaceId, limits, operator }) => {
      const workspace = workspaceOf(workspaceId);
      const overrides = limitsFromOptions(limits);
      const change = {
        overrides,
        operator: vouchedFor(operator),
        auditId: engine.identifiers.random(),
      };
      await engine.committer.run(workspace, setBudget(change));
      return readTreasury(engine, workspace);
    },
    reset: async ({ workspaceId, operator } = {}) =>
      reset(engine, workspaceOf(workspaceId), vouchedFor(operator)),
    verify: async (workspace) => verifyTreasury(engine, workspaceOf(workspace)),
  };
}

function workspaceOf(workspaceId: string | undefined): string {
  return parseInput("readTreasury", { workspaceId }).workspaceId;
}

function vouchedFor(operator: string | undefined): Operator {
  const name = operator?.trim() || null;
  return { name, verified: name !== null };
}

/** Lets go in the order of the data's way: requests, turns, commits, storage. */
async function closeAll(
  { engine, turns }: Service,
  underWay: ReadonlySet<Promise<Response>>,
): Promise<void> {
  const stalled = new AbortController();
  await Promise.race([
    Promise.allSettled(underWay),
    // A caller who never finishes sending must not keep the process.
    engine.clock.sleep(longestRequestMs, stalled.signal).catch(() => undefined),
  ]);
  stalled.abort();
  await turns.drain();
  await engine.committer.close();
  await engine.storage.close();
}
