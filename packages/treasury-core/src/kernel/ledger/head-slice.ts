import type { Json } from "@agent-treasury/provider";
import type { LedgerHead } from "./ledger-state.ts";

/** Fields of an account's record, by their names. Those that no feature reads are written back unchanged. */
export interface SliceFields {
  readonly [name: string]: SliceField;
}

/** A field as stored, as its feature reads it, or both. */
interface SliceField {
  json?: Json;
  value?: unknown;
  readonly encode?: () => Json;
}

interface SliceForm<Value> {
  readonly name: string;
  /** Without a field. A head with this value has none. */
  readonly none: Value;
  readonly toJson: (value: Value) => Json;
  readonly fromJson: (json: Json) => Value;
  /** What remains after a reset. Default: all of it. */
  readonly atReset?: (value: Value) => Value;
}

/**
 * A feature's part of an account. The kernel stores its JSON under a name, and only the feature reads
 * it. Every commit compares the version of the head, so that it sees the newest value.
 */
export class HeadSlice<Value> {
  readonly #form: SliceForm<Value>;

  constructor(form: SliceForm<Value>) {
    this.#form = form;
  }

  /** The same object until it changes. */
  of({ slices }: { readonly slices: SliceFields }): Value {
    const { name, none, fromJson } = this.#form;
    const field = slices[name];
    if (field === undefined) return none;
    field.value ??= fromJson(field.json as Json);
    return field.value as Value;
  }

  with(head: LedgerHead, value: Value): LedgerHead {
    const { account } = head;
    const { name, none, toJson } = this.#form;
    if (value === this.of(account)) return head;
    const { [name]: _, ...others } = account.slices;
    const slices =
      value === none ? others : { ...others, [name]: { value, encode: () => toJson(value) } };
    return { ...head, account: { ...account, slices } };
  }

  /** What remains of it in a new epoch. */
  afterReset(head: LedgerHead): LedgerHead {
    const { none, atReset } = this.#form;
    const value = this.of(head.account);
    return atReset === undefined || value === none ? head : this.with(head, atReset(value));
  }
}

/** A slice without the type of its value. */
export type ResetSlice = Pick<HeadSlice<unknown>, "afterReset">;

export function slicesToRecord(slices: SliceFields): Record<string, Json> {
  const record: Record<string, Json> = {};
  for (const [name, field] of Object.entries(slices)) {
    field.json ??= field.encode?.() ?? null;
    record[name] = field.json;
  }
  return record;
}

export function slicesFromRecord(record: Readonly<Record<string, Json>>): SliceFields {
  return Object.fromEntries(Object.entries(record).map(([name, json]) => [name, { json }]));
}
