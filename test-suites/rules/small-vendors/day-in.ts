const format = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" });

/** The day of the deployment, such as `2026-11-02`. */
export function dayIn(at: number): string {
  return format.format(at);
}
