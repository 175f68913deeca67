const wholeCents = /^\d{1,6}(?:\.\d{1,2})?$/;
const commasBetweenThousands = /^\d{1,3}(?:,\d{3})+(?:\.|$)/;

/** Parses a deposit in USD; null unless it is 1 to 999,999.99 in whole cents. */
export function readDepositAmount(typed: string): number | null {
  const trimmed = typed.trim();
  // A comma anywhere else may be meant for the decimal point.
  const text = commasBetweenThousands.test(trimmed) ? trimmed.replaceAll(",", "") : trimmed;
  const amountUsd = wholeCents.test(text) ? Number.parseFloat(text) : 0;
  return amountUsd < 1 ? null : amountUsd;
}
