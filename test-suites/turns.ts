/**
 * The parts that crashes of turns are made of: a model and tools for a turn that does everything, and
 * what tells whether it came to its one right end. For tests whose processes die in other ways than in
 * `turnCrashes`. They may change with any release.
 *
 * @module
 */
export * from "./turns/turn-flaw.ts";
export * from "./turns/turn-world.ts";
