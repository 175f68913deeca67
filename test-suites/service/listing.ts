import { type RowId, rowSections } from "./requirements.ts";
import type { ServiceTest } from "./service-test.ts";

const preface = `# Requirements and their tests

Each requirement of the service has an id, and the titles of its tests contain that id. The tests run
through the bare handler, through Express 4 and 5 with a body parser before, after, absent and twice and
behind \`compression()\`, and through a real \`next start\`. Each test runs with plain \`fetch\` and with the
typed client. Tests of the exact bytes run once (_wire_). A usual run has all of them through the bare
handler by \`fetch\`, a quarter through the client, and some through each other mount. \`TEST_LONG=1\` runs all of
them everywhere. This page is generated from the suite, and a
test fails when the two differ.
`;

/** The requirements without a test. */
export function requirementsWithoutTest(tests: readonly ServiceTest[]): readonly RowId[] {
  const shown = new Set(tests.flatMap(({ shows }) => shows));
  return rowSections
    .flatMap(({ requirements }) => idsOf(requirements))
    .filter((id) => !shown.has(id));
}

/** Every requirement with its tests, as a page. */
export function listingOf(tests: readonly ServiceTest[]): string {
  const sections = rowSections.map(({ title, requirements }) => {
    const items = idsOf(requirements).map((id) => {
      const shown = tests.filter(({ shows }) => shows.includes(id)).map(describe);
      return [`- **\`${id}\`** ${escape(requirements[id] ?? "")}`, ...shown].join("\n");
    });
    return `## ${title}\n\n${items.join("\n")}\n`;
  });
  return [preface, ...sections].join("\n");
}

function idsOf(requirements: Readonly<Partial<Record<RowId, string>>>): readonly RowId[] {
  return Object.keys(requirements) as RowId[];
}

function describe({ name, by }: ServiceTest): string {
  return `  - ${escape(name)}${by === "wire" ? " (_wire_)" : ""}`;
}

function escape(text: string): string {
  return text.replace(/[<>_*]/g, "\\$&");
}
