/**
 * The objects of a Worker, for programs on other machines.
 *
 * @module
 */
export { type RemoteObjectsOptions, remoteObjects } from "./remote-objects.ts";
