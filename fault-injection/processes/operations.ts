import { Micros } from "@agent-treasury/provider";
import { type Step, seededRandom } from "test-suites/histories";
import type { Operation } from "../audit/journal.ts";
import type { StoreAddress } from "../stores/store.ts";
import { usd } from "./house.ts";

export interface OperatorTask {
  /** Unique per process run, as the prefix of its operations' names. */
  readonly name: string;
  readonly seed: number;
  readonly store: StoreAddress;
  readonly workspaceIds: readonly string[];
  readonly journalPath: string;
  readonly startingCapitalUsd: number;
  readonly callers: number;
  /** The number of operations; null until the process is stopped. */
  readonly operations: number | null;
}

/**
 * Per process: four processes may propose ninety-six spends concurrently, and a hundred may be
 * pending.
 */
const askingCallers = 24;
const sharedPayments = 400;

/**
 * Generates one caller's operations without an end: deposits, some shared with other callers,
 * refunds, small spends, proposals and decisions, and raises of the daily cap. The caller passes
 * each response back before the next operation.
 */
export function* operationsOf(
  { name, seed, workspaceIds }: OperatorTask,
  caller: number,
): Generator<Operation, undefined, string> {
  const random = seededRandom(seed * 1_000 + caller);
  const workspaceId = workspaceIds[caller % workspaceIds.length] ?? "";
  let serial = 0;
  let credited: string | null = null;
  const operation = (step: Step): Operation => {
    serial += 1;
    return { name: `${name}-${caller}-${serial}`, workspaceId, step };
  };
  for (;;) {
    const id = `${name}-${caller}-${serial}`;
    const die = random.below(caller < askingCallers ? 100 : 36);
    const amount = Micros.of(BigInt(1 + random.below(9_999_999)));
    if (die < 22) {
      const session: string = `session-${id}`;
      const type = random.chance(50) ? "deposit" : "revenue";
      yield operation({ kind: "credit", session, type, amount });
      credited = session;
    } else if (die < 27) {
      // Several callers confirm the same payment.
      const place = random.below(sharedPayments);
      const session = `shared-${place}`;
      yield operation({ kind: "credit", session, type: "deposit", amount: usd(1 + (place % 20)) });
    } else if (die < 34) {
      const reversal = `reversal-${id}`;
      if (credited !== null) {
        yield operation({ kind: "reverse", reversal, session: credited, amount });
      }
    } else if (die < 36) {
      const overrides = { dailySpendCap: usd(100 * (1 + serial)) };
      yield operation({ kind: "set_budget", overrides });
    } else {
      const asked = die < 60 ? amount : Micros.of(10_000_000n + amount);
      const told = yield operation({ kind: "propose", id, amount: asked, purpose: "office paper" });
      if (!told.startsWith("pending")) continue;
      yield operation({ kind: "decide", id, decision: random.chance(85) ? "approve" : "deny" });
    }
  }
}
