import type { StorageMoves } from "@agent-treasury/provider";
import {
  advanceAll,
  changesOfAll,
  forgetOfAll,
  readAll,
  totalsOfAll,
  writeToAll,
} from "./moves-of-all.ts";
import { readRows } from "./read-rows.ts";
import type { Objects } from "./workspace-calls.ts";

/**
 * Moves of one workspace are those of its object. The index has the stage of a move of all of them,
 * and each object takes it over: when the stage advances, before it enters the index, when a stage
 * keeps it from writing, and at its alarm.
 */
export function objectsMoves(objects: Objects): StorageMoves {
  const { objectOf, index } = objects;
  return {
    find: (direction, scope) =>
      scope === null
        ? index.move("find", [direction, null])
        : objectOf(scope).move(scope, "find", [direction, scope]),
    advance: async (direction, scope, from, to) =>
      scope === null
        ? advanceAll(objects, direction, from, to)
        : objectOf(scope).move(scope, "advance", [direction, scope, from, to]),
    read: async (table, scope, after, limit) =>
      scope === null
        ? readAll(objects, table, after, limit)
        : readRows(objectOf, table, scope, after, limit),
    changes: async (scope, limit) =>
      scope === null
        ? changesOfAll(objects, limit)
        : objectOf(scope).move(scope, "changes", [scope, limit]),
    forget: async (scope, moveId, ids) =>
      scope === null
        ? forgetOfAll(objects, moveId, ids)
        : objectOf(scope).move(scope, "forget", [scope, moveId, ids]),
    write: async (scope, moveId, step, changes) =>
      scope === null
        ? writeToAll(objects, moveId, step, changes)
        : objectOf(scope).move(scope, "write", [scope, moveId, step, changes]),
    totals: async (scope) =>
      scope === null ? totalsOfAll(objects) : objectOf(scope).move(scope, "totals", [scope]),
  };
}
