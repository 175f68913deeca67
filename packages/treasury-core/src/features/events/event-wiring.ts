import type { Logger } from "@agent-treasury/provider";
import { checkGroup } from "../../kernel/check-group.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { CommitListener } from "../../kernel/ledger/commit/committed-change.ts";
import { type DeliveryModule, deliveryModule, type LoadDelivery } from "./delivery-module.ts";
import type { Deliveries, EventConsumer } from "./delivery/event-consumer.ts";
import { eventLog } from "./hooks/event-log.ts";
import { hooksConsumer } from "./hooks/hooks-consumer.ts";
import { hookNames, type TreasuryHooks } from "./hooks/treasury-hooks.ts";
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

/**
 * @param listener called first for each commit.
 * @param load loads what delivers.
 */
export function eventWiring(
  { hooks, logger }: { readonly hooks?: TreasuryHooks; readonly logger?: Logger },
  report: (error: unknown) => void,
  listener: CommitListener,
  load: LoadDelivery,
): EventWiring {
  checkGroup("hooks", hooks, hookNames);
  let delivery: DeliveryModule | null = null;
  const log = logger && eventLog(logger);
  const registered = (): DeliveryModule => {
    if (delivery === null) throw new Error("The plugins are not registered yet.");
    return delivery;
  };
  return {
    recording: {
      hasConsumers: () => registered().hasConsumers,
      reports: logger !== undefined,
    },
    committed: (change) => {
      listener(change);
      log?.(change);
      delivery?.committed(change);
    },
    deliveriesOf: (engine, consumerId) => {
      const own = async (): Promise<Deliveries> => {
        const [{ deliveriesOf }, deliverer] = await Promise.all([load(), registered().deliverer()]);
        return deliveriesOf(engine, deliverer, consumerId);
      };
      return {
        list: async (...of) => (await own()).list(...of),
        replay: async (...of) => (await own()).replay(...of),
        remove: async (...of) => (await own()).remove(...of),
      };
    },
    deliver: (engine, consumers) => {
      const own = hooks === undefined ? [] : [hooksConsumer(hooks, report)];
      delivery = deliveryModule(engine, [...own, ...consumers], load);
      return delivery;
    },
  };
}
