/** What JSON can say. Storages keep it as it is; amounts inside are decimal strings of micro-dollars. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };
