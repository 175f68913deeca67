/** The rail of a quote that approves a request to a seller, and pays nothing. */
export const requestPermitRail = "request";

export function isRequestPermit({
  quote,
}: {
  readonly quote?: { readonly rail: string } | null;
}): boolean {
  return quote?.rail === requestPermitRail;
}
