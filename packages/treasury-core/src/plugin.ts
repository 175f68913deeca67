/**
 * What a plugin needs. Unstable: it may change in any release.
 *
 * @module
 */
export type {
  Deliveries,
  Delivery,
  DeliveryNote,
  DeliveryState,
  EventConsumer,
  EventGap,
  EventTarget,
  ParkedEvent,
  PastDelivery,
} from "./features/events/delivery/event-consumer.ts";
export {
  type BegunAction,
  type PluginCall,
  type PluginRoute,
  type SignedPluginRoute,
  pluginRoute,
} from "./features/plugins/plugin-route.ts";
export type {
  PluginAction,
  PluginContext,
  PluginDocument,
  PluginDocuments,
  PluginMoment,
  PluginParts,
  PluginProposal,
  PluginSnapshot,
  TreasuryPlugin,
} from "./features/plugins/treasury-plugin.ts";
