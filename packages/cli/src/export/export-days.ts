/** Business days of the deployment, both inclusive. Null for no bound. */
export interface ExportDays {
  readonly from: string | null;
  readonly to: string | null;
}

export function isWithin({ from, to }: ExportDays, day: string): boolean {
  return (from === null || day >= from) && (to === null || day <= to);
}
