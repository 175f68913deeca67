import type { TreasuryEvent } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import { type TestTreasury, testTreasury } from "../../../create/test-treasury.fixture.ts";
import { type TestClock, dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { manualClock } from "../../agent/manual-clock.fixture.ts";
import { testRecorder } from "../recording/recorded-events.fixture.ts";
import { Deliverer } from "./deliverer.ts";
import { deliveriesOf } from "./deliveries.ts";
import type { Deliveries, Delivery, EventConsumer, EventGap } from "./event-consumer.ts";

/** A clock whose sleeps end when a test advances it. */
export function deliveryClock(): TestClock {
  return { ...manualClock(), slept: [], setWall: () => {} };
}

export interface TestConsumer extends EventConsumer {
  readonly received: Delivery[];
  readonly gaps: EventGap[];
  /** Called before an event counts as received. */
  answer: (delivery: Delivery) => Promise<void> | void;
}

export function testConsumer(options: Partial<EventConsumer> = {}): TestConsumer {
  const consumer: TestConsumer = {
    id: "test",
    received: [],
    gaps: [],
    answer: () => {},
    deliver: async (delivery) => {
      await consumer.answer(delivery);
      consumer.received.push(delivery);
    },
    missed: async (gap) => void consumer.gaps.push(gap),
    ...options,
  };
  return consumer;
}

export interface TestProcess {
  readonly treasury: TestTreasury;
  readonly deliverer: Deliverer;
  readonly deliveries: Deliveries;
  readonly reported: unknown[];
  /** Advances the clock, and does the maintenance of a process. */
  later(milliseconds: number): Promise<void>;
}

export interface ProcessOptions {
  readonly storage?: Storage;
  readonly clock?: TestClock;
  /** Whether it exits between every commit and its delivery. */
  readonly isKilled?: boolean;
}

/** A process with a consumer. Several of them may share a storage and a clock. */
export function testProcess(
  consumer: EventConsumer,
  { clock = deliveryClock(), isKilled = false, ...options }: ProcessOptions = {},
): TestProcess {
  const storage = options.storage ?? memoryStorage({ now: clock.now });
  const reported: unknown[] = [];
  const treasury = testTreasury({
    storage,
    clock,
    recorder: testRecorder({ hasConsumers: () => true, reports: false }),
    committed: ({ workspaceId, recorded }) => {
      if (recorded !== null && !isKilled) deliverer.wake(workspaceId, recorded);
    },
  });
  const report = (error: unknown): void => void reported.push(error);
  const deliverer = new Deliverer({ ...treasury.engine, report }, [consumer]);
  return {
    treasury,
    deliverer,
    deliveries: deliveriesOf(treasury.engine, deliverer, consumer.id),
    reported,
    later: async (milliseconds) => {
      clock.advance(milliseconds);
      await deliverer.maintain();
      await deliverer.settled();
    },
  };
}

/** Credits 200 USD, and forgets the event. */
export async function fund(
  { treasury, deliverer }: TestProcess,
  consumer: TestConsumer,
): Promise<void> {
  await treasury.credit(dollars(200));
  await deliverer.settled();
  consumer.received.length = 0;
}

export function nameOf(event: TreasuryEvent): string {
  return "proposal" in event ? `${event.kind} ${event.proposal.id}` : event.kind;
}

export function namesOf(deliveries: readonly Delivery[]): string[] {
  return deliveries.map(({ event }) => nameOf(event));
}
