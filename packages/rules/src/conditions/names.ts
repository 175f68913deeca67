import { looseName, normaliseName } from "@agent-treasury/provider/helpers";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import type {
  CategoryCondition,
  ComparedNames,
  ComparedSpend,
  EarlyTest,
  NameCondition,
  NameForms,
} from "./condition.ts";

export function comparedSpend(facts: SpendFacts): ComparedSpend {
  let names: ComparedNames | undefined;
  return { facts, names: () => (names ??= comparedNames(facts)) };
}

const namePrefix = "name:";

function comparedNames(facts: SpendFacts): ComparedNames {
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

/** Compares exactly. */
export function isNamed(names: NameCondition, name: string): boolean {
  return "in" in names ? names.in.includes(name) : !names.notIn.includes(name);
}

/**
 * Names are compared by the effect of the rule:
 *
 * | effect of the rule | `in` compares | `notIn` compares |
 * | --- | --- | --- |
 * | restricts (all but `autoApprove`) | loosely | exactly |
 * | loosens (`autoApprove`) | exactly | loosely |
 *
 * In each cell, a name that only looks like a listed one gets the stricter outcome.
 */
export function categoryTest(categories: CategoryCondition, restricts: boolean): EarlyTest {
  if ("none" in categories) return ({ names }) => names().category.exact.length === 0;
  if ("in" in categories) {
    const isListed = nameTest(categories.in, restricts);
    return ({ names }) => isListed(names().category);
  }
  const isListed = nameTest(categories.notIn, !restricts);
  return ({ names }) => !isListed(names().category);
}

/** Compares as `categoryTest` does. */
export function vendorTest(vendors: NameCondition, restricts: boolean): EarlyTest {
  if ("in" in vendors) {
    const isListed = nameTest(vendors.in, restricts);
    return ({ names }) => isListed(names().vendors);
  }
  const isListed = nameTest(
    vendors.notIn.filter((listed) => !isIdentity(listed)),
    !restricts,
  );
  const identities = new Set(vendors.notIn.filter(isIdentity).map(normaliseName));
  return ({ names }) => {
    const { vendors: forms, proven } = names();
    return !isListed(forms) && (proven === null || !identities.has(proven));
  };
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
