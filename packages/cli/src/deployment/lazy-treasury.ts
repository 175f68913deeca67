import {
  type Serve,
  type Treasury,
  TreasuryError,
  answerError,
  handlerOver,
  serveOf,
} from "@agent-treasury/treasury-core";
import { notSetUp } from "./not-set-up.ts";

/** What a lazy treasury is made of. */
export interface LazyTreasuryParts {
  readonly basePath: string;
  /** Opens the treasury; called once, at the first use. */
  readonly open: () => Promise<Treasury>;
  /** Told when it cannot be opened. */
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/** A treasury that is opened by its first use: importing it connects nothing and reads nothing. */
export function lazyTreasury({ basePath, open, onFailure }: LazyTreasuryParts): Treasury {
  let opening: Promise<Treasury> | null = null;
  let closed = false;
  const opened = async (): Promise<Treasury> => {
    if (opening === null && closed) throw shuttingDown();
    opening ??= open();
    return opening;
  };
  const serve: Serve = async (request, context) => {
    if (opening === null && closed) return answerError(shuttingDown(), crypto.randomUUID());
    let treasury: Treasury;
    try {
      treasury = await opened();
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
    sessions: {
      secret: async () => (await opened()).sessions.secret(),
      end: async (id, expiresAt) => (await opened()).sessions.end(id, expiresAt),
      hasEnded: async (id) => (await opened()).sessions.hasEnded(id),
    },
    state: async (workspaceId) => (await opened()).state(workspaceId),
    runTurn: async (request, options) => (await opened()).runTurn(request, options),
    resumeTurn: async (request) => (await opened()).resumeTurn(request),
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

function shuttingDown(): TreasuryError {
  return new TreasuryError("shutting_down", "The treasury is shutting down.");
}
