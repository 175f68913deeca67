/**
 * PostgreSQL compresses rows above 2 kB. For heads, which every commit writes, that takes longer than
 * the rest of the statement. Two rows of this size fit on a page.
 */
export function uncompressedHeads(schema: string): string {
  return `ALTER TABLE ${schema}.heads SET (toast_tuple_target = 4080);`;
}
