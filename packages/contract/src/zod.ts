/**
 * What other packages use of zod. Their builds import it in place of `zod`, whose entry makes Node load
 * 64 files of locales.
 */
export {
  array,
  boolean,
  custom,
  enum,
  int,
  iso,
  literal,
  NEVER,
  number,
  object,
  partialRecord,
  strictObject,
  string,
  toJSONSchema,
  union,
  url,
} from "zod";
export type * from "zod";
