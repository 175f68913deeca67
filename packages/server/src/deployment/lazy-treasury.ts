import { TreasuryError } from "@agent-treasury/provider";
import type { Treasury } from "@agent-treasury/treasury-core";
import {
  type Serve,
  answerError,
  handlerOver,
  serveOf,
} from "@agent-treasury/treasury-core/adapter";
import { notSetUp } from "./not-set-up.ts";

export interface LazyTreasuryDeps {
  readonly basePath: string;
  readonly open: () => Promise<Treasury>;
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/** Health checks must return quickly. */
const healthWaitMs = 250;

/**
 * Creates a treasury that opens at its first use. Until then health checks receive 503 `starting`,
 * and other requests wait.
 */
export function lazyTreasury({ basePath, open, onFailure }: LazyTreasuryDeps): Treasury {
  let opening: Promise<Treasury> | null = null;
  let closed = false;
  const opened = async (): Promise<Treasury> => {
    if (opening === null && closed) throw shuttingDown();
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const serve: Serve = async (request, context) => {
    if (opening === null && closed) return answerError(shuttingDown(), crypto.randomUUID());
    const isHealth = request.url.replace(/\?.*/s, "").endsWith(`${basePath}/health`);
    let treasury: Treasury | null;
    try {
      treasury = isHealth ? await within(healthWaitMs, opened()) : await opened();
      if (treasury === null) return answerError(starting(), crypto.randomUUID());
    } catch (error) {
      const requestId = crypto.randomUUID();
      onFailure(error, requestId);
      return answerError(notSetUp(error), requestId);
    }
    return serveOf(treasury.handler)(request, context);
  };
  return {
    basePath,
    handler: handlerOver(serve),
    sessions: sessionsOf(opened),
    state: async (workspaceId) => (await opened()).state(workspaceId),
    runTurn: async (request, options) => (await opened()).runTurn(request, options),
    resumeTurn: async (request) => (await opened()).resumeTurn(request),
    budget: async (request) => (await opened()).budget(request),
    costs: async (request) => (await opened()).costs(request),
    propose: async (request) => (await opened()).propose(request),
    proposal: async (request) => (await opened()).proposal(request),
    readResource: async (request) => (await opened()).readResource(request),
    fetchPaid: async (request) => (await opened()).fetchPaid(request),
    withdrawApproval: async (request) => (await opened()).withdrawApproval(request),
    incoming: {
      announce: async (...given) => (await opened()).incoming.announce(...given),
      find: async (...given) => (await opened()).incoming.find(...given),
    },
    credentials: credentialsOf(opened),
    passkeys: passkeysOf(opened),
    ...administrationOf(opened),
    decide: async (request) => (await opened()).decide(request),
    startDeposit: async (request) => (await opened()).startDeposit(request),
    confirmDeposit: async (request) => (await opened()).confirmDeposit(request),
    reconcile: async (request) => (await opened()).reconcile(request),
    setBudget: async (request) => (await opened()).setBudget(request),
    reset: async (request) => (await opened()).reset(request),
    ensureAgentBody: async (workspaceId) => (await opened()).ensureAgentBody(workspaceId),
    recover: async () => (await opened()).recover(),
    resolveSpend: async (request) => (await opened()).resolveSpend(request),
    recordSpendNotice: async (notice) => (await opened()).recordSpendNotice(notice),
    eraseText: async (request) => (await opened()).eraseText(request),
    verify: async (workspaceId) => (await opened()).verify(workspaceId),
    close: async () => {
      closed = true;
      await opening?.then(
        (treasury) => treasury.close(),
        () => undefined,
      );
    },
  };
}

function sessionsOf(opened: () => Promise<Treasury>): Treasury["sessions"] {
  return {
    open: async (operator, lifetimeMs) => (await opened()).sessions.open(operator, lifetimeMs),
    operatorOf: async (id) => (await opened()).sessions.operatorOf(id),
    end: async (id) => (await opened()).sessions.end(id),
  };
}

function credentialsOf(opened: () => Promise<Treasury>): Treasury["credentials"] {
  return {
    issue: async (request) => (await opened()).credentials.issue(request),
    list: async (request) => (await opened()).credentials.list(request),
    revoke: async (request) => (await opened()).credentials.revoke(request),
  };
}

function passkeysOf(opened: () => Promise<Treasury>): Treasury["passkeys"] {
  return {
    list: async (request) => (await opened()).passkeys.list(request),
    invite: async (request) => (await opened()).passkeys.invite(request),
    remove: async (request) => (await opened()).passkeys.remove(request),
  };
}

function deploymentOf(opened: () => Promise<Treasury>): Treasury["deployment"] {
  return {
    id: async () => (await opened()).deployment.id(),
    replaceId: async () => (await opened()).deployment.replaceId(),
  };
}

function administrationOf(
  opened: () => Promise<Treasury>,
): Pick<
  Treasury,
  | "rules"
  | "allocations"
  | "tabs"
  | "refunds"
  | "payees"
  | "standingApprovals"
  | "freezes"
  | "actions"
  | "inbox"
  | "workspaces"
  | "rails"
  | "reconcileRails"
  | "deployment"
  | "receipts"
> {
  return {
    receipts: {
      issue: async (request) => (await opened()).receipts.issue(request),
      checkpoint: async (request) => (await opened()).receipts.checkpoint(request),
      evidence: async function* evidence(request) {
        yield* (await opened()).receipts.evidence(request);
      },
      keys: async () => (await opened()).receipts.keys(),
      rotateKeys: async (request) => (await opened()).receipts.rotateKeys(request),
    },
    deployment: deploymentOf(opened),
    rules: {
      current: async (request) => (await opened()).rules.current(request),
      validate: async (request) => (await opened()).rules.validate(request),
      publish: async (request) => (await opened()).rules.publish(request),
      history: async (request) => (await opened()).rules.history(request),
      read: async (request) => (await opened()).rules.read(request),
      rollBack: async (request) => (await opened()).rules.rollBack(request),
      replay: async (request, options) => (await opened()).rules.replay(request, options),
      draft: async (request) => (await opened()).rules.draft(request),
      saveDraft: async (request) => (await opened()).rules.saveDraft(request),
      removeDraft: async (request) => (await opened()).rules.removeDraft(request),
    },
    tabs: {
      open: async (request) => (await opened()).tabs.open(request),
      list: async (request) => (await opened()).tabs.list(request),
      read: async (request) => (await opened()).tabs.read(request),
      charges: async (request) => (await opened()).tabs.charges(request),
      reserve: async (request) => (await opened()).tabs.reserve(request),
      settle: async (request) => (await opened()).tabs.settle(request),
      charge: async (request) => (await opened()).tabs.charge(request),
      cancel: async (request) => (await opened()).tabs.cancel(request),
      confirm: async (request) => (await opened()).tabs.confirm(request),
      close: async (request) => (await opened()).tabs.close(request),
      renew: async (request) => (await opened()).tabs.renew(request),
    },
    refunds: {
      open: async (request) => (await opened()).refunds.open(request),
      list: async (request) => (await opened()).refunds.list(request),
      read: async (request) => (await opened()).refunds.read(request),
      askAgain: async (request) => (await opened()).refunds.askAgain(request),
      record: async (request) => (await opened()).refunds.record(request),
      update: async (request) => (await opened()).refunds.update(request),
    },
    allocations: {
      list: async (request) => (await opened()).allocations.list(request),
      set: async (request) => (await opened()).allocations.set(request),
      archive: async (request) => (await opened()).allocations.archive(request),
    },
    payees: {
      list: async (request) => (await opened()).payees.list(request),
      paidByPolicy: async (request) => (await opened()).payees.paidByPolicy(request),
      add: async (request) => (await opened()).payees.add(request),
      forget: async (request) => (await opened()).payees.forget(request),
    },
    standingApprovals: {
      list: async (request) => (await opened()).standingApprovals.list(request),
      create: async (request) => (await opened()).standingApprovals.create(request),
      revoke: async (request) => (await opened()).standingApprovals.revoke(request),
    },
    freezes: {
      list: async (request) => (await opened()).freezes.list(request),
      freeze: async (request) => (await opened()).freezes.freeze(request),
      unfreeze: async (request) => (await opened()).freezes.unfreeze(request),
      freezeAll: async (request) => (await opened()).freezes.freezeAll(request),
      unfreezeAll: async (request) => (await opened()).freezes.unfreezeAll(request),
    },
    actions: {
      list: async (request) => (await opened()).actions.list(request),
      decide: async (request) => (await opened()).actions.decide(request),
    },
    inbox: async (request) => (await opened()).inbox(request),
    workspaces: async (request) => (await opened()).workspaces(request),
    rails: async () => (await opened()).rails(),
    reconcileRails: async (request) => (await opened()).reconcileRails(request),
  };
}

async function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(late.resolve, milliseconds, null);
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function starting(): TreasuryError {
  return new TreasuryError("starting", "The service is starting.", {
    headers: { "retry-after": "1" },
  });
}

function shuttingDown(): TreasuryError {
  return new TreasuryError("shutting_down", "The treasury is shutting down.");
}
