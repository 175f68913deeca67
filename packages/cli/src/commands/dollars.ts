export function dollars(amountUsd: number): string {
  const style = { style: "currency", currency: "USD", maximumFractionDigits: 6 } as const;
  return new Intl.NumberFormat("en-US", style).format(amountUsd);
}
