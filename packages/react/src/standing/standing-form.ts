import type { StandingApprovalRequest } from "@agent-treasury/sdk-client";
import { formatUsd, readUsd } from "../format/usd.ts";

/** The fields of the form as they are typed. */
export interface StandingForm {
  readonly maximum: string;
  /** Empty without a limit per window. */
  readonly limit: string;
  readonly per: string;
  /** Empty without a number of spends. */
  readonly count: string;
  /** Days until it ends. */
  readonly days: string;
}

type StandingTerms = Pick<
  StandingApprovalRequest,
  "maximumUsd" | "windowMaximumUsd" | "per" | "count" | "endsAt"
>;

export type ReadStandingForm =
  | { readonly terms: StandingTerms; readonly problem: null }
  | { readonly terms: null; readonly problem: string };

const countPattern = /^[1-9]\d{0,4}$/;
const mostSpends = 10_000;
const dayMs = 86_400_000;

export function standingFormFor(amountUsd: number): StandingForm {
  return { maximum: String(amountUsd), limit: "", per: "month", count: "", days: "90" };
}

/** Returns the whole days of a form that ends at this time, at least one. */
export function daysUntil(endsAt: string, now: number): string {
  return String(Math.max(1, Math.round((Date.parse(endsAt) - now) / dayMs)));
}

export function readStandingForm(form: StandingForm, now: number): ReadStandingForm {
  const maximumUsd = amountIn(form.maximum);
  const windowMaximumUsd = amountIn(form.limit);
  const count = form.count.trim();
  if (maximumUsd === null) {
    return problemOf("Enter a maximum above zero in USD, for example 24 or 12.50.");
  }
  if (form.limit.trim() === "" && count === "") {
    return problemOf("Enter a limit, a number of spends, or both.");
  }
  if (form.limit.trim() !== "" && (windowMaximumUsd === null || windowMaximumUsd < maximumUsd)) {
    return problemOf(`Enter a limit of at least ${formatUsd(maximumUsd)}, or leave it empty.`);
  }
  if (count !== "" && !(countPattern.test(count) && Number(count) <= mostSpends)) {
    return problemOf("Enter a number of spends from 1 to 10,000, or leave it empty.");
  }
  return {
    problem: null,
    terms: {
      maximumUsd,
      ...(windowMaximumUsd !== null && {
        windowMaximumUsd,
        per: form.per as NonNullable<StandingTerms["per"]>,
      }),
      ...(count !== "" && { count: Number(count) }),
      endsAt: new Date(now + Number(form.days) * dayMs).toISOString(),
    },
  };
}

/** Null unless it is an amount above zero. */
function amountIn(typed: string): number | null {
  return readUsd(typed) || null;
}

function problemOf(problem: string): ReadStandingForm {
  return { terms: null, problem };
}
