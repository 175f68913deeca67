import type { Allocation, AllocationRequest } from "@agent-treasury/sdk-client";
import { readUsd } from "../format/usd.ts";

/** The fields of the form as they are typed. */
export interface AllocationForm {
  readonly id: string;
  readonly name: string;
  /** Empty at the top. */
  readonly parent: string;
  /** Empty without a limit. */
  readonly limit: string;
  /** `total`, a calendar window, or `rolling`. */
  readonly window: string;
  readonly hours: string;
  /** Local date and time. Empty without an end. */
  readonly ends: string;
}

export type ReadForm =
  | { readonly request: AllocationRequest; readonly problem: null }
  | { readonly request: null; readonly problem: string };

const longestRollingHours = 8_760;

/** Returns the form of an allocation, or of a new one below a parent. */
export function formOf(allocation: Allocation | null, parent: string | null): AllocationForm {
  if (allocation === null) {
    const empty = { id: "", name: "", limit: "", window: "month", hours: "24", ends: "" };
    return { ...empty, parent: parent ?? "" };
  }
  const { id, name, limitUsd, per, endsAt } = allocation;
  const isRolling = typeof per === "object" && per !== null;
  return {
    id,
    name,
    parent: allocation.parent ?? "",
    limit: limitUsd === null ? "" : String(limitUsd),
    window: isRolling ? "rolling" : (per ?? "total"),
    hours: isRolling ? String(per.rollingHours) : "24",
    ends: endsAt === null ? "" : localTime(endsAt),
  };
}

/**
 * Reads the form.
 *
 * @param before - The form as it was opened; fields without a change are left out. Null for a new allocation.
 */
export function readForm(form: AllocationForm, before: AllocationForm | null): ReadForm {
  const id = form.id.trim();
  const hasLimit = form.limit.trim() !== "";
  const limitUsd = hasLimit ? readUsd(form.limit) || null : null;
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) {
    return problemOf("Enter an id of lower-case letters, digits and hyphens.");
  }
  if (hasLimit && limitUsd === null) {
    return problemOf("Enter a limit above zero in USD, for example 500 or 12.50.");
  }
  const hours = Number(form.hours);
  const isRolling = form.window === "rolling" && hasLimit;
  if (isRolling && !(Number.isInteger(hours) && hours >= 1 && hours <= longestRollingHours)) {
    return problemOf(`Enter a number of hours from 1 to ${longestRollingHours}.`);
  }
  const isSame = (...fields: readonly (keyof AllocationForm)[]): boolean =>
    before !== null && fields.every((field) => form[field] === before[field]);
  const hasSameLimit = isSame("limit", "window", "hours");
  return {
    problem: null,
    request: {
      id,
      ...(isSame("name") ? {} : { name: form.name.trim() || id }),
      ...(isSame("parent") ? {} : { parent: form.parent || null }),
      ...(hasSameLimit ? {} : { limitUsd }),
      ...(hasSameLimit ? {} : { per: hasLimit ? windowOf(form.window, hours) : null }),
      ...(isSame("ends") ? {} : { endsAt: form.ends === "" ? null : isoTime(form.ends) }),
    },
  };
}

/** Suggests an id for a name: "Ads, Q3" becomes "ads-q3". */
export function idFor(name: string): string {
  return (
    name
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      // oxlint-disable-next-line treasury/linear-patterns -- A name that the person types.
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 64)
  );
}

function windowOf(window: string, hours: number): AllocationRequest["per"] {
  if (window === "total") return null;
  return window === "rolling"
    ? { rollingHours: hours }
    : (window as Extract<AllocationRequest["per"], string>);
}

function problemOf(problem: string): ReadForm {
  return { request: null, problem };
}

/** For a field of the type `datetime-local`. */
function localTime(timestamp: string): string {
  const time = new Date(timestamp);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function isoTime(local: string): string {
  return new Date(local).toISOString();
}
