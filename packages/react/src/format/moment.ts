/** A moment, short; with its date unless that is today. */
export function formatMoment(timestamp: string, now: Date = new Date()): string {
  const time = new Date(timestamp);
  const clock = time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (time.toDateString() === now.toDateString()) return clock;
  const year = time.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  const date = time.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
  return `${date}, ${clock}`;
}

/** Formats a full date and time, for a tooltip. */
export function formatFullMoment(timestamp: string): string {
  return new Date(timestamp).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "long",
  });
}

/** A length of time in its two largest units. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return "0 s";
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
