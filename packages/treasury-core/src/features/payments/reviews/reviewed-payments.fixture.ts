import type { Proposal } from "@agent-treasury/contract";
import type {
  PaymentExecutor,
  Review,
  SpendOrder,
  SpendOutcome,
  Storage,
} from "@agent-treasury/provider";
import { contentsOf } from "../../../kernel/ledger/edited-storage.fixture.ts";
import { testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { quotedExecutor, quotedWorld, type QuotedWorld } from "../quotes/quoted-world.fixture.ts";
import { reviewKind } from "./review-doc.ts";

export const minute = 60_000;
export const day = 86_400_000;
const reviewAfterMs = { executed: 25 * minute, declined: day };

/** Two processes whose executor looks at its payments again. */
export interface Reviewed {
  readonly world: QuotedWorld;
  /** Another process with the same storage and clock. */
  readonly other: QuotedWorld;
  /** The orders of `review` with their outcome, in order. */
  readonly asked: (readonly [string, SpendOrder])[];
  /** What the executor answers, as long as it is set. */
  answers: { pay?: SpendOutcome; review?: Review | Error };
  recover(world?: QuotedWorld): Promise<void>;
  reviewDocs(): Promise<readonly { readonly dueAt: number | null }[]>;
}

export function reviewed(
  changes: Partial<PaymentExecutor> = {},
  wrap: (storage: Storage) => Storage = (storage) => storage,
): Reviewed {
  const clock = { ...testClock(), sleep: () => new Promise<void>(() => {}) };
  const storage = wrap(memoryStorage({ now: clock.now }));
  const asked: (readonly [string, SpendOrder])[] = [];
  const answers: Reviewed["answers"] = {};
  const executor = quotedExecutor({
    reviewAfterMs,
    prepare: async () => ({ signature: "0x01" }),
    review: async (order, outcome) => {
      asked.push([outcome, order]);
      if (answers.review instanceof Error) throw answers.review;
      return answers.review ?? { kind: "final" };
    },
    ...changes,
  });
  const { pay } = executor;
  const paying = { ...executor, pay: async (order: SpendOrder) => answers.pay ?? pay(order) };
  const open = () =>
    quotedWorld([paying], {
      clock,
      storage,
      policy: { reviews: new Map([["chain", reviewAfterMs]]) },
    });
  const world = open();
  return {
    world,
    other: open(),
    asked,
    answers,
    recover: async (at = world) => void (await at.engine.external?.recover()),
    reviewDocs: async () =>
      (await contentsOf(storage, "acme")).docs.filter(({ kind }) => kind === reviewKind),
  };
}

/** Buys for 12 USD, as Ada approves. */
export async function buy({ world }: Reviewed): Promise<Proposal> {
  const { id } = await world.buy();
  return world.decide(id);
}

/** Id of the capture of a spend. */
export const captureId = (id: string): string => `chain ${id}`;
