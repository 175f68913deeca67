/** How `export` writes. Only `jsonl` is complete. */
export type ExportFormat = "jsonl" | "csv" | "hledger";

export const exportFormats: readonly ExportFormat[] = ["jsonl", "csv", "hledger"];
