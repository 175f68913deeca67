import { type Json, TreasuryError } from "@agent-treasury/provider";

/** Fields of an account's record, by their names. Those that no feature reads are written back unchanged. */
export interface SliceFields {
  readonly [name: string]: SliceField;
}

/** A field as stored, as its feature reads it, or both. */
interface SliceField {
  json?: Json;
  value?: unknown;
  readonly encode?: () => Json;
  readonly isNeeded: boolean;
}

/** A head of a ledger. */
interface SlicedHead {
  readonly account: { readonly slices: SliceFields };
}

interface SliceForm<Value> {
  readonly name: string;
  /** Without a field. A head with this value has none. */
  readonly none: Value;
  readonly toJson: (value: Value) => Json;
  readonly fromJson: (json: Json) => Value;
  /** A process without the feature must not commit while there is a value, which it would contradict. */
  readonly isNeeded?: true;
  /** What remains after a reset. Default: all of it. */
  readonly atReset?: (value: Value) => Value;
}

/**
 * A feature's part of an account. The kernel stores its JSON under a name, and only the feature reads
 * it. Every commit compares the version of the head, so that it sees the newest value.
 */
export class HeadSlice<Value> {
  readonly name: string;
  readonly #form: SliceForm<Value>;

  constructor(form: SliceForm<Value>) {
    this.name = form.name;
    this.#form = form;
  }

  /** The same object until it changes. */
  of({ slices }: SlicedHead["account"]): Value {
    const { none, fromJson } = this.#form;
    const field = slices[this.name];
    if (field === undefined) return none;
    field.value ??= fromJson(field.json as Json);
    return field.value as Value;
  }

  with<Head extends SlicedHead>(head: Head, value: Value): Head {
    const { account } = head;
    const { none, toJson, isNeeded = false } = this.#form;
    if (value === this.of(account)) return head;
    const field = { value, encode: () => toJson(value), isNeeded };
    const slices: Record<string, SliceField> = { ...account.slices, [this.name]: field };
    if (value === none) delete slices[this.name];
    return { ...head, account: { ...account, slices } };
  }

  /** What remains of it in a new epoch. */
  afterReset<Head extends SlicedHead>(head: Head): Head {
    const { none, atReset } = this.#form;
    const value = this.of(head.account);
    return atReset === undefined || value === none ? head : this.with(head, atReset(value));
  }
}

/** A slice without the type of its value. */
export type AnySlice = Pick<HeadSlice<unknown>, "name" | "afterReset">;

/** The names of the slices that a process needs to commit. */
export function neededSlices(slices: SliceFields): readonly string[] {
  const needed: string[] = [];
  for (const name in slices) if (slices[name]?.isNeeded) needed.push(name);
  return needed;
}

/** Why a process with the given slices must not commit. Null if it may. */
export function missingSlice(
  slices: SliceFields,
  known: readonly AnySlice[],
): TreasuryError | null {
  const missing = neededSlices(slices).find((name) => known.every((one) => one.name !== name));
  if (missing === undefined) return null;
  return new TreasuryError(
    "storage_error",
    `The workspace uses "${missing}", which this process does not have. Update every process to a version that has it, with the same features.`,
  );
}

export function slicesToRecord(slices: SliceFields): Record<string, Json> {
  const record: Record<string, Json> = {};
  for (const [name, field] of Object.entries(slices)) {
    field.json ??= field.encode?.() ?? null;
    record[name] = field.json;
  }
  return record;
}

export function slicesFromRecord(
  record: Readonly<Record<string, Json>>,
  needed: readonly string[],
): SliceFields {
  return Object.fromEntries(
    Object.entries(record).map(([name, json]) => [name, { json, isNeeded: needed.includes(name) }]),
  );
}
