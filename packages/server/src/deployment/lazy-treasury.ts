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
  return openedFirst(opened, {
    basePath,
    handler: handlerOver(serve),
    receipts: openedFirst(async () => (await opened()).receipts, {
      evidence: async function* evidence(request) {
        yield* (await opened()).receipts.evidence(request);
      },
    }),
    close: async () => {
      closed = true;
      await opening?.then(
        (treasury) => treasury.close(),
        () => undefined,
      );
    },
  });
}

/** Stands for an object, whose other methods open it first. Copies have what is present. */
function openedFirst<Opened extends object>(
  opened: () => Promise<Opened>,
  present: Partial<Opened>,
): Opened {
  return new Proxy(present, {
    get: (_present, name) =>
      Object.hasOwn(present, name)
        ? present[name as keyof Opened]
        : deferred(name, async () => (await opened())[name as keyof Opened]),
  }) as Opened;
}

/** Stands for a method, or for an object with methods. */
function deferred(name: string | symbol, opened: () => Promise<unknown>): unknown {
  // A promise or a printer asks for these, and must not open the treasury.
  if (typeof name === "symbol" || name === "then" || name === "toJSON") return undefined;
  const method = async (...given: unknown[]): Promise<unknown> =>
    ((await opened()) as (...given: unknown[]) => unknown)(...given);
  return new Proxy(method, {
    get: (_method, own) =>
      deferred(own, async () => Reflect.get((await opened()) as object, own) as unknown),
  });
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
