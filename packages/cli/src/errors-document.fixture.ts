import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCatalogue } from "@agent-treasury/contract";

const introduction = `# Errors by code

Every failure is answered as \`{ "error": "what happened and what to do", "code": "…", "requestId": "…" }\`. Branch on the code: it is stable, the words are not. The [client](../packages/sdk-client/README.md#errors) rejects with it, methods in the process reject with a \`TreasuryError\` that has it, and a log line of the service carries the same \`requestId\`.

This page is made from the contract's catalogue, and a test fails when the two differ.`;

const told: Readonly<Record<number, string>> = {
  400: "correct the request",
  401: "sign in",
  403: "not allowed",
  404: "not there",
  405: "another method",
  409: "not now, or not any more",
  413: "too large",
  415: "another content type",
  429: "later",
  500: "whoever runs the service has to look",
  503: "later, nothing was begun",
};

/** The page of all errors: their meaning from the README, and the remedy from the contract. */
export function errorsDocument(root: string): string {
  const meanings = meaningsInReadme(readFileSync(join(root, "README.md"), "utf8"));
  const entries = Object.entries(errorCatalogue);
  const statuses = [...new Set(entries.map(([, { status }]) => status))].toSorted((a, b) => a - b);
  const sections = statuses.map((status) => {
    const rows = entries
      .filter(([, definition]) => definition.status === status)
      .map(([code, { remedy }]) => [`\`${code}\``, meanings.get(code) ?? "", remedy]);
    return `## ${status}: ${told[status] ?? ""}\n\n${table(["code", "when", "what to do"], rows)}`;
  });
  return `${[introduction, ...sections].join("\n\n")}\n`;
}

/** The meaning of each code in the README's table. */
function meaningsInReadme(readme: string): ReadonlyMap<string, string> {
  const rows = readme.matchAll(/^\| \d{3} +\| `(\w+)` +\| (.+?) +\|$/gm);
  return new Map([...rows].map(([, code = "", meaning = ""]) => [code, meaning]));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_cell, column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}
