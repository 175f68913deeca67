import { earlierName, listedIn, type RuleSet } from "@agent-treasury/rules";
import { vendorIdOf } from "../../../kernel/payees/payee-identity.ts";
import { erasedName } from "../../../kernel/proposals/erasure-key.ts";

/** Recognises erased names that other spends or the rules still contain. */
export interface KnownNames {
  /** Remembers a name of a spend. */
  see(field: "payee" | "category", name: string): void;
  /** The name, or a stand-in that is equal for equal names. */
  nameOf(hash: string): string;
}

/** @param key null if nothing was erased. */
export function knownNames(key: string | null, ruleSet: RuleSet): KnownNames {
  const names = new Map<string, string>();
  const see = (field: "payee" | "category", name: string): void => {
    const known = `${field} ${name}`;
    if (key === null || names.has(known)) return;
    names.set(known, name);
    names.set(erasedName(key, field, name), name);
  };
  for (const { when } of ruleSet.rules) {
    for (const category of listedIn(when.categories)) see("category", category);
    for (const listed of listedIn(when.vendors)) {
      const vendor = earlierName(listed).replace(/^name:/, "");
      see("payee", vendorIdOf(vendor));
      see("payee", vendor);
    }
  }
  return { see, nameOf: (hash) => names.get(hash) ?? `erased:${hash}` };
}
