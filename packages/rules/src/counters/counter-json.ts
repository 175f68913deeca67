import { type Json, Micros } from "@agent-treasury/provider";
import type { Counter, HeldPayee, Span } from "./counter.ts";

/** Compact, because counters without groups are stored in the workspace's head. */
export function counterToJson(counter: Counter): Json {
  const { held, heldCount, heldPayees } = counter;
  const spans = counter.spans.map(({ name, spent, count, payees }) => [
    name,
    Micros.toText(spent),
    count,
    ...(payees.length > 0 ? [payees] : []),
  ]);
  return [Micros.toText(held), heldCount, spans, ...(heldPayees.length > 0 ? [heldPayees] : [])];
}

/** Returns undefined for a form that is corrupt or newer than this version. */
export function counterFromJson(json: unknown): Counter | undefined {
  if (!Array.isArray(json) || json.length < 3 || json.length > 4) return undefined;
  const [heldText, heldCount, spanList, heldList = []]: readonly unknown[] = json;
  const held = readAmount(heldText);
  const spans = readAll(spanList, readSpan);
  const heldPayees = readAll(heldList, readHeldPayee);
  if (held === undefined || spans === undefined || heldPayees === undefined) return undefined;
  if (!isCount(heldCount)) return undefined;
  return { spans, held, heldCount, heldPayees };
}

const spanName = /^(?:all|\d+|\d{4}-(?:\d\d|W\d\d|Q[1-4]|\d\d-\d\d(?:T\d\d:\d\dZ)?))$/;

function readSpan(json: unknown): Span | undefined {
  if (!Array.isArray(json) || json.length < 3 || json.length > 4) return undefined;
  const [name, spentText, count, payeeList = []]: readonly unknown[] = json;
  const spent = readAmount(spentText);
  const payees = readAll(payeeList, (payee) => (typeof payee === "string" ? payee : undefined));
  if (spent === undefined || payees === undefined || !isCount(count)) return undefined;
  if (typeof name !== "string" || !spanName.test(name)) return undefined;
  return { name, spent, count, payees };
}

function readHeldPayee(json: unknown): HeldPayee | undefined {
  if (!Array.isArray(json) || json.length !== 2) return undefined;
  const [payee, holds]: readonly unknown[] = json;
  return typeof payee === "string" && isCount(holds) && holds > 0 ? [payee, holds] : undefined;
}

function readAll<Item>(
  json: unknown,
  read: (item: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const items = json.map(read);
  return items.some((item) => item === undefined)
    ? undefined
    : items.filter((item) => item !== undefined);
}

function readAmount(json: unknown): Micros | undefined {
  return typeof json === "string" && /^\d{1,24}$/.test(json) ? Micros.of(json) : undefined;
}

function isCount(json: unknown): json is number {
  return typeof json === "number" && Number.isSafeInteger(json) && json >= 0;
}
