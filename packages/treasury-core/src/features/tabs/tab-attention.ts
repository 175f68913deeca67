import type { SpendProposal } from "../../kernel/proposals/proposal.ts";

/** Every load of the workspace contains them. */
const maximumLines = 20;

const beginning = "The payment part_";

/**
 * Returns a tab's attention with the line of one of its payments, which names it for `resolveSpend`.
 * Without attention, the payment has no line.
 */
export function withPayment(
  before: string | null,
  { id, purpose, attention }: Pick<SpendProposal, "id" | "purpose" | "attention">,
): string | null {
  const start = `The payment ${id} (`;
  const others = linesOf(before).filter((line) => !line.startsWith(start));
  if (attention === null) return joined(others);
  const line = `${start}${purpose}) needs review: ${attention}`;
  return joined([...others, line.replaceAll(/\s+/gu, " ")]);
}

/** Returns a tab's own attention with the lines of its payments, as they were before. */
export function withPaymentsOf(before: string | null, own: string | null): string | null {
  return joined([
    ...linesOf(own).filter((line) => !line.startsWith(beginning)),
    ...linesOf(before).filter((line) => line.startsWith(beginning)),
  ]);
}

function linesOf(attention: string | null): readonly string[] {
  return attention === null ? [] : attention.split("\n");
}

function joined(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.slice(-maximumLines).join("\n");
}
