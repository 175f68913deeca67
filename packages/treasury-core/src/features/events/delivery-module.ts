import { lazily } from "@agent-treasury/provider/helpers";
import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { CommitListener } from "../../kernel/ledger/commit/committed-change.ts";
import type { Deliverer } from "./delivery/deliverer.ts";
import type { deliveriesOf } from "./delivery/deliveries.ts";
import { timeoutMsOf } from "./delivery/delivery-times.ts";
import type { EventConsumer } from "./delivery/event-consumer.ts";

export interface DeliveryModule extends CoreModule {
  readonly hasConsumers: boolean;
  readonly committed: CommitListener;
  readonly deliverer: () => Promise<Deliverer>;
}

export type LoadDelivery = () => Promise<{
  readonly Deliverer: typeof Deliverer;
  readonly deliveriesOf: typeof deliveriesOf;
}>;

/** @throws TreasuryError `invalid_request` for an invalid timeout. */
export function deliveryModule(
  engine: Engine,
  consumers: readonly EventConsumer[],
  load: LoadDelivery,
): DeliveryModule {
  for (const consumer of consumers) timeoutMsOf(consumer);
  let loaded: Deliverer | null = null;
  const deliverer = lazily(async () => {
    const { Deliverer } = await load();
    return (loaded = new Deliverer(engine, consumers));
  });
  const wake = (workspaceId: string, recorded: number): void => {
    if (loaded !== null) return loaded.wake(workspaceId, recorded);
    void deliverer().then((own) => own.wake(workspaceId, recorded), engine.report);
  };
  const hasConsumers = consumers.length > 0;
  if (!hasConsumers) return { hasConsumers, deliverer, committed: () => {} };
  return {
    hasConsumers,
    deliverer,
    committed: ({ workspaceId, recorded }) => {
      if (recorded !== null) wake(workspaceId, recorded);
    },
    maintenance: {
      timed: async () => (await deliverer()).maintain(),
      recover: async () => {
        const own = await deliverer();
        // A failure of one consumer must not hide what was recovered.
        await own.maintain().catch(engine.report);
        await own.settledSoon();
        return {};
      },
    },
    close: async () => (await deliverer()).close(),
  };
}
