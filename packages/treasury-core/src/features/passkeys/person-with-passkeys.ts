import { TreasuryError } from "@agent-treasury/provider";
import type { Operator } from "../../kernel/ledger/operator.ts";
import type { Person } from "../../kernel/ledger/person.ts";

/** @throws TreasuryError `forbidden` for anonymous access. */
export function personWithPasskeys({ id, name }: Operator): Person {
  if (id !== null && name !== null) return { id, name };
  throw new TreasuryError("forbidden", "Passkeys need a person who is signed in.");
}
