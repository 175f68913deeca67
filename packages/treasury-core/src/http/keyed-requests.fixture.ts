import type { ErrorBody } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import { createTreasury } from "../index.ts";
import { type TestClock, testClock } from "../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../memory.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import {
  type CountingHost,
  type CountingPayments,
  countingHost,
  countingPayments,
} from "./outside-world.fixture.ts";

const origin = "http://localhost:3000";

export interface Answered {
  readonly status: number;
  readonly code: ErrorBody["code"] | null;
  readonly retryAfter: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Sends a POST, with a key unless it is null. */
export type Post = (
  path: string,
  body: object,
  key: string | null,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

/** State that outlives a process. */
export interface World {
  readonly clock: TestClock;
  readonly storage: Storage;
  readonly payments: CountingPayments;
  readonly host: CountingHost;
  readonly reported: unknown[];
  /** Starts a process on the same storage. */
  process(options?: Partial<TreasuryOptions>): Post;
}

export function world(): World {
  const clock = testClock();
  const storage = memoryStorage({ now: clock.now });
  const payments = countingPayments();
  const host = countingHost();
  const reported: unknown[] = [];
  const process = (options: Partial<TreasuryOptions> = {}): Post => {
    const { handler } = createTreasury({
      autoApprovePayees: "any",
      baseUrl: origin,
      storage,
      payments: { processor: payments },
      machines: { host },
      clock,
      budget: { startingCapitalUsd: 1_000 },
      onFailure: ({ error }) => reported.push(error),
      ...options,
    });
    return async (path, body, key, headers = {}) => {
      const response = await handler(
        new Request(`${origin}/api/service${path}`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...(key !== null && { "idempotency-key": key }),
            ...headers,
          },
          body: JSON.stringify(body),
        }),
      );
      const answer = (await response.json()) as Partial<ErrorBody>;
      return {
        status: response.status,
        code: response.ok ? null : (answer.code ?? null),
        retryAfter: response.headers.get("retry-after"),
        body: answer,
      };
    };
  };
  return { clock, storage, payments, host, reported, process };
}

/** Never resolves, like a process that was killed. */
export function killed(): Promise<never> {
  return new Promise(() => {});
}
