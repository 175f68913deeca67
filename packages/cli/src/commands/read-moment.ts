import { CommandError } from "../command-error.ts";

const pattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads the moment that an option names. A day begins at midnight in UTC; a time without its zone could be
 * meant anywhere, and is refused.
 */
export function readMoment(option: string, text: string): Date {
  const moment = new Date(text);
  const isMoment = pattern.test(text) && !Number.isNaN(moment.getTime());
  if (isMoment && isDay(text.slice(0, 10))) return moment;
  throw new CommandError(
    `${option} is ${JSON.stringify(text)}. Write a day, for example 2026-01-31, or a time with its zone, for example 2026-01-31T18:00:00Z.`,
  );
}

/** Whether the calendar has it: `Date` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}
