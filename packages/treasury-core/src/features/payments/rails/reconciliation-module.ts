// Loaded when a request needs it.
export { reconcileRails } from "./reconcile-rails.ts";
