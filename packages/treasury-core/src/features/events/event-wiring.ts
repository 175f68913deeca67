import type { Logger } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import type { CommitListener } from "../../kernel/ledger/commit/committed-change.ts";
import { type DeliveryModule, deliveryModule } from "./delivery-module.ts";
import type { Deliverer } from "./delivery/deliverer.ts";
import { deliveriesOf } from "./delivery/deliveries.ts";
import type { Deliveries, EventConsumer } from "./delivery/event-consumer.ts";
import { eventLog } from "./hooks/event-log.ts";
import { hooksConsumer } from "./hooks/hooks-consumer.ts";
import type { TreasuryHooks } from "./hooks/treasury-hooks.ts";
import type { RecorderOptions } from "./recording/treasury-recorder.ts";

/** Connects commits to deliveries, which need the engine that commits. */
export interface EventWiring {
  readonly recording: RecorderOptions;
  readonly committed: CommitListener;
  /** Returns the deliveries of a consumer. Call their methods after `deliver` only. */
  deliveriesOf(engine: Engine, consumerId: string): Deliveries;
  /** Starts to deliver to the hooks and to the consumers of plugins. Call it once. */
  deliver(engine: Engine, consumers: readonly EventConsumer[]): DeliveryModule;
}

/** @param listener called first for each commit. */
export function eventWiring(
  { hooks, logger }: { readonly hooks?: TreasuryHooks; readonly logger?: Logger },
  report: (error: unknown) => void,
  listener: CommitListener,
): EventWiring {
  let delivery: DeliveryModule | null = null;
  const log = logger && eventLog(logger);
  const deliverer = (): Deliverer => {
    if (delivery === null) throw new Error("The plugins are not registered yet.");
    return delivery.deliverer;
  };
  return {
    recording: {
      hasConsumers: () => deliverer().consumers.size > 0,
      reports: logger !== undefined,
    },
    committed: (change) => {
      listener(change);
      log?.(change);
      delivery?.committed(change);
    },
    deliveriesOf: (engine, consumerId) => deliveriesOf(engine, deliverer, consumerId),
    deliver: (engine, consumers) => {
      const own = hooks === undefined ? [] : [hooksConsumer(hooks, report)];
      delivery = deliveryModule(engine, [...own, ...consumers]);
      return delivery;
    },
  };
}
