/** A JSON value. Storages return it unchanged. Amounts inside are decimal strings of micro-dollars. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };
