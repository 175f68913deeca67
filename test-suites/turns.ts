/**
 * The parts of the turn-crash tests: a model and tools for a turn with every kind of step, and the
 * checks of its result. For tests with other kinds of crashes than `turnCrashes`. They may change
 * in any release.
 *
 * @module
 */
export * from "./turns/turn-flaw.ts";
export * from "./turns/turn-world.ts";
