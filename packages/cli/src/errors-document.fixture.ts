import { type ErrorDefinition, errorCatalogue } from "@agent-treasury/contract";

const introduction = `# Errors

Every failed request returns \`{ "error": "…", "code": "…", "requestId": "…" }\`. Compare \`code\`, because the message \`error\` may change. The log line of the request has the same \`requestId\`. The [client](../packages/sdk-client/README.md#errors) rejects with the code, and methods in your process with a \`TreasuryError\` that has it.

A spend that fails at execution is not an error: the response is 200, the proposal's \`status\` is \`failed\`, and \`failure\` has the reason.`;

const titles: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  413: "Body too large",
  415: "Unsupported content type",
  429: "Too many requests",
  500: "Server error",
  503: "Temporarily unavailable",
};

/** The page of all errors, by status: when each is returned, and how to fix it. */
export function errorsDocument(): string {
  const byStatus = Map.groupBy(Object.entries(errorCatalogue), ([, { status }]) => status);
  const sections = [...byStatus]
    .toSorted(([left], [right]) => left - right)
    .map(([status, entries]) => {
      const rows = entries.map(([code, error]) =>
        row([`\`${code}\``, error.when, remedyOf(error)]),
      );
      const table = [
        row(["Code", "What happened", "What to do"]),
        row(["---", "---", "---"]),
        ...rows,
      ];
      return `## ${status}: ${titles[status] ?? ""}\n\n${table.join("\n")}`;
    });
  return `${[introduction, ...sections].join("\n\n")}\n`;
}

export function remedyOf({ remedy, remedyIfUnchanged }: ErrorDefinition): string {
  return remedyIfUnchanged === undefined ? remedy : `${remedy} Or: ${remedyIfUnchanged}`;
}

/** A row without padding, because padding would double the size of the page. */
function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
