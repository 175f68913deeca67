import type { Deliveries } from "../delivery/event-consumer.ts";

/** The deliveries of a plugin in a process that delivers no events. */
export function withoutDeliveries(): Deliveries {
  return Object.freeze<Deliveries>({
    newest: async () => 0,
    list: async () => [],
    replay: async () => undefined,
    remove: async () => undefined,
  });
}
