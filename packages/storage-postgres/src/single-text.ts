import { clock } from "./columns.ts";
import { documentColumns, replacing } from "./commit-text.ts";
import type { EncodedCommit } from "./encoded-commit.ts";

/** A spend under many rules moves the counters of its agent, vendor, category and allocations. */
const puts = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
/** A charge of a tab claims its id, and creates no document. */
const news = [
  { create: 0, claim: 0 },
  { create: 1, claim: 0 },
  { create: 2, claim: 0 },
  { create: 0, claim: 1 },
] as const;
const shapes = ([0, 1] as const).flatMap((entries) =>
  puts.flatMap((put) => news.map((made) => ({ entries, put, ...made }))),
);
/** Named by the numbers of entries, documents to put, documents to create and claims. */
export type SingleName = `single_${0 | 1}_${(typeof puts)[number]}_${0 | 1 | 2}_${0 | 1}`;

const names: ReadonlySet<string> = new Set(shapes.map(nameOf));
const entryTypes = ["bigint", "bigint", "bigint", "bigint", "text", "text", "text"];
const claimTypes = ["text", "text", "bigint"];
const documentTypes = "text text bigint bigint boolean bigint bigint text".split(" ");

/** Null if there are too many records. */
export function singleName({ commit }: EncodedCommit): SingleName | null {
  const { entries, put, create, claim } = commit;
  const name = `single_${entries.length}_${put.length}_${create.length}_${claim.length}`;
  return isName(name) ? name : null;
}

export function singleValues(one: EncodedCommit, now: number | null): unknown[] {
  const entries = one.entryRows.flatMap((row) => row.slice(1));
  const documents = one.docRows.flatMap((row) => row.slice(1, -1));
  const claims = one.claimRows.flatMap((row) => row.slice(1));
  return [...one.commitRow, now, ...entries, ...documents, ...claims];
}

/**
 * As `leanText`, for the small commits of one workspace. Values instead of arrays save PostgreSQL a
 * third of its time, which is most of a commit without concurrent ones. Each is prepared at its
 * first use.
 */
export function singleTexts(schema: string): Readonly<Record<SingleName, string>> {
  const texts = shapes.map((shape) => [nameOf(shape), textOf(schema, shape)] as const);
  return Object.fromEntries(texts) as Record<SingleName, string>;
}

type Shape = (typeof shapes)[number];

function nameOf({ entries, put, create, claim }: Shape): SingleName {
  return `single_${entries}_${put}_${create}_${claim}`;
}

function isName(name: string): name is SingleName {
  return names.has(name);
}

function textOf(schema: string, { entries, put, create, claim }: Shape): string {
  let used = 9;
  const insert = (count: number, into: string, types: readonly string[], rest = ""): string[] => {
    const rows = Array.from({ length: count }, () => {
      const values = types.map((type) => `$${(used += 1)}::${type}`);
      return `(${values.join(", ")})`;
    });
    if (count === 0) return [];
    return [
      `INSERT INTO ${schema}.${into} SELECT workspace_id, asked.* FROM moved,
    (VALUES ${rows.join(", ")}) AS asked ${rest}`,
    ];
  };
  const documents = `documents (${documentColumns})`;
  const inserts = [
    `INSERT INTO ${schema}.commits (workspace_id, version, id, committed_at)
    SELECT workspace_id, version, $2::text, ${clock("$9")} FROM moved`,
    ...insert(entries, "entries", entryTypes),
    ...insert(put, documents, documentTypes, replacing),
    ...insert(create, documents, documentTypes),
    ...insert(claim, "claims (workspace_id, kind, id, expires_at)", claimTypes),
  ];
  return `WITH moved AS (
  UPDATE ${schema}.heads SET version = version + 1, epoch = $5, sequence = $6, last_hash = $7,
    account = $8
  WHERE workspace_id = $1 AND version = $3 AND $4::boolean RETURNING workspace_id, version
), ${inserts.map((text, place) => `written_${place} AS (${text})`).join(",\n")}
SELECT workspace_id FROM moved`;
}
