// Loaded when there are consumers.
export { Deliverer } from "./delivery/deliverer.ts";
export { deliveriesOf } from "./delivery/deliveries.ts";
