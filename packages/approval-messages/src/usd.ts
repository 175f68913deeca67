const usd = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

/** Formats an amount with all of its digits. */
export function formatUsd(value: number): string {
  return usd.format(value);
}
