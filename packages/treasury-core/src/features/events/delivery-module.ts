import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { CommitListener } from "../../kernel/ledger/commit/committed-change.ts";
import { Deliverer } from "./delivery/deliverer.ts";
import type { EventConsumer } from "./delivery/event-consumer.ts";

export interface DeliveryModule extends CoreModule {
  readonly deliverer: Deliverer;
  readonly committed: CommitListener;
}

export function deliveryModule(
  engine: Engine,
  consumers: readonly EventConsumer[],
): DeliveryModule {
  const deliverer = new Deliverer(engine, consumers);
  const maintenance = {
    timed: () => deliverer.maintain(),
    recover: async () => {
      // A failure of one consumer must not hide what was recovered.
      await deliverer.maintain().catch(engine.report);
      await deliverer.settledSoon();
      return {};
    },
  };
  return {
    deliverer,
    committed: ({ workspaceId, recorded }) => {
      if (recorded !== null) deliverer.wake(workspaceId, recorded);
    },
    ...(consumers.length > 0 && { maintenance }),
    close: () => deliverer.close(),
  };
}
