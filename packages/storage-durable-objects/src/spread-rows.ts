import type { MovedKey, MovedRow, MovedTable, MovedValue } from "@agent-treasury/provider";
import { spreadName, spreadWorkspaceId } from "@agent-treasury/provider/helpers";

/** Objects with the delivery positions of one consumer of events. */
export const recordsSpread = 64;

const isSpread = (workspaceId: MovedValue | undefined): boolean =>
  String(workspaceId).startsWith("~delivery/");

/**
 * The object of a row or a key. Other storages have the documents of these workspaces in one, with
 * ids that begin with the workspace of callers.
 */
export function objectOfRow(table: MovedTable, [workspaceId, , id]: readonly MovedValue[]): string {
  const name = String(workspaceId);
  if (table !== "documents" || !isSpread(name)) return name;
  const [owner = ""] = String(id).split("/");
  return spreadWorkspaceId(spreadName(name), owner, recordsSpread);
}

/** A row or a key as it is in the object. */
export function inObject<Values extends readonly MovedValue[]>(
  table: MovedTable,
  values: Values,
): Values {
  return [objectOfRow(table, values), ...values.slice(1)] as unknown as Values;
}

/** A row or a key as other storages have it. */
export function inOthers<Item extends MovedRow | MovedKey>(item: Item): Item {
  const named = (values: readonly MovedValue[]): readonly MovedValue[] =>
    item.table === "documents" && isSpread(values[0])
      ? [spreadName(String(values[0])), ...values.slice(1)]
      : values;
  return "values" in item
    ? { ...item, values: named(item.values) }
    : { ...item, key: named(item.key) };
}
