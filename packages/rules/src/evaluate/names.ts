import { looseName, normaliseName } from "@agent-treasury/provider/helpers";
import type { Action, CategoryCondition, Rule, VendorCondition } from "../rule-set/rule-set.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** The names of a spend in the forms that conditions compare. */
export interface ComparedNames {
  /** The payee's identity first. */
  readonly vendors: NameForms;
  readonly category: NameForms;
  /** The payee's identity if a rail proves it, otherwise null. */
  readonly proven: string | null;
}

interface NameForms {
  readonly exact: readonly string[];
  readonly loose: readonly string[];
}

/** The conditions of a rule on names. Null without one. */
export interface ListedNames {
  readonly vendors: ((names: ComparedNames) => boolean) | null;
  readonly categories: ((names: ComparedNames) => boolean) | null;
}

const namePrefix = "name:";

export function comparedNames(facts: SpendFacts): ComparedNames {
  const { payee, vendor, writtenVendor = vendor, category } = facts;
  const id = normaliseName(payee.id);
  const ids = id.startsWith(namePrefix) ? [id, id.slice(namePrefix.length)] : [id];
  const names = [vendor, writtenVendor];
  const categories = category === null ? [] : [category];
  return {
    vendors: {
      exact: [...ids, ...names.map(normaliseName)],
      loose: [...ids, ...names].map(looseName),
    },
    category: { exact: categories.map(normaliseName), loose: categories.map(looseName) },
    proven: payee.isSelfReported ? null : id,
  };
}

/**
 * Prepares the names that a rule lists.
 *
 * | effect of the rule | `in` compares | `notIn` compares |
 * | --- | --- | --- |
 * | restricts (all but `autoApprove`) | loosely | exactly |
 * | loosens (`autoApprove`) | exactly | loosely |
 *
 * In each cell, a name that only looks like a listed one gets the stricter outcome.
 */
export function listedNames({ when, then }: Pick<Rule, "when" | "then">): ListedNames {
  const restricts = isRestricting(then);
  const { vendors, categories } = when;
  return {
    vendors: vendors === null || "firstPayment" in vendors ? null : vendorTest(vendors, restricts),
    categories: categories === null ? null : categoryTest(categories, restricts),
  };
}

/** An action that this version does not know denies. */
function isRestricting({ kind }: Action): boolean {
  return kind !== "autoApprove";
}

function categoryTest(
  categories: CategoryCondition,
  restricts: boolean,
): (names: ComparedNames) => boolean {
  if ("none" in categories) return ({ category }) => category.exact.length === 0;
  if ("in" in categories) {
    const isListed = nameTest(categories.in, restricts);
    return ({ category }) => isListed(category);
  }
  const isListed = nameTest(categories.notIn, !restricts);
  return ({ category }) => !isListed(category);
}

function vendorTest(
  vendors: Exclude<VendorCondition, { readonly firstPayment: true }>,
  restricts: boolean,
): (names: ComparedNames) => boolean {
  if ("in" in vendors) {
    const isListed = nameTest(vendors.in, restricts);
    return (names) => isListed(names.vendors);
  }
  const isListed = nameTest(
    vendors.notIn.filter((listed) => !isIdentity(listed)),
    !restricts,
  );
  const identities = new Set(vendors.notIn.filter(isIdentity).map(normaliseName));
  return (names) =>
    !isListed(names.vendors) && (names.proven === null || !identities.has(names.proven));
}

/** Returns a test whether one of a spend's names is listed. Identities are compared exactly. */
function nameTest(listed: readonly string[], isLoose: boolean): (names: NameForms) => boolean {
  const exact = new Set(listed.map(normaliseName));
  if (!isLoose) return (names) => names.exact.some((name) => exact.has(name));
  const loose = new Set(listed.filter((name) => !isIdentity(name)).map(looseName));
  return (names) =>
    names.exact.some((name) => exact.has(name)) || names.loose.some((name) => loose.has(name));
}

/**
 * Whether a listed value is a payee identity such as `https://example.com`. An agent must not leave
 * `notIn` by reporting one as its vendor's name.
 */
function isIdentity(listed: string): boolean {
  return !listed.startsWith(namePrefix) && /^[a-z][a-z0-9+.-]*:\S+$/.test(listed);
}
