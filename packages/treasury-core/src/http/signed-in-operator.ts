import { withoutInvisible } from "@agent-treasury/contract";
import type { Person } from "../kernel/ledger/person.ts";

/** A person, as identified by `authenticate`. */
export interface SignedInOperator {
  /**
   * Identifies the person, who may have several credentials. 1 to 128 characters; the name by
   * default, without invisible characters and in Unicode's compatibility form.
   */
  readonly id?: string;
  /** Shown to other people, and recorded with decisions. */
  readonly name: string;
  /** The person's groups, at most 50, each 1 to 128 characters. */
  readonly groups?: readonly string[];
  /** Identifies the credential, if the person has several. 1 to 128 characters. */
  readonly credential?: string;
}

/** Keeps the case of a name, because records of earlier versions contain it. */
export function personIdOf({ id, name }: SignedInOperator): string {
  return id ?? withoutInvisible(name.normalize("NFKC")).replace(/\s+/g, " ").trim();
}

export function personOf(operator: SignedInOperator | null): Person | null {
  return operator && { id: personIdOf(operator), name: operator.name };
}
