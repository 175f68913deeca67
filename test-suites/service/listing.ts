import { type RowId, rowSections } from "./rows.ts";
import type { ServiceTest } from "./service-test.ts";

const preface = `# What the service promises, and what shows it

Every promise of the service has an id, and the tests that show it carry that id in their titles. They
run through the bare handler, Express 4 and 5 with a body parser before, after, absent and twice and
behind \`compression()\`, and a real \`next start\`; each by plain \`fetch\` and by the typed client, or,
where bytes are what it is about, by bytes alone (_wire_). This page is made from the suite, and a test fails when the two differ.
`;

/** The rows that no test shows. */
export function rowsWithoutTest(tests: readonly ServiceTest[]): readonly RowId[] {
  const shown = new Set(tests.flatMap(({ shows }) => shows));
  return rowSections.flatMap(({ rows }) => idsOf(rows)).filter((id) => !shown.has(id));
}

/** Every row with the tests that show it, as a page. */
export function listingOf(tests: readonly ServiceTest[]): string {
  const sections = rowSections.map(({ title, rows }) => {
    const items = idsOf(rows).map((id) => {
      const shown = tests.filter(({ shows }) => shows.includes(id)).map(describe);
      return [`- **\`${id}\`** ${escape(rows[id] ?? "")}`, ...shown].join("\n");
    });
    return `## ${title}\n\n${items.join("\n")}\n`;
  });
  return [preface, ...sections].join("\n");
}

function idsOf(rows: Readonly<Partial<Record<RowId, string>>>): readonly RowId[] {
  return Object.keys(rows) as RowId[];
}

function describe({ name, by }: ServiceTest): string {
  return `  - ${escape(name)}${by === "wire" ? " (_wire_)" : ""}`;
}

function escape(text: string): string {
  return text.replace(/[<>_*]/g, "\\$&");
}
