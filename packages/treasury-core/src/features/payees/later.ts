// For code that is loaded later.
import type { PersonsMessage } from "../../kernel/turn-tool.ts";
import { namedAmountIn } from "./named-amount.ts";
import { namesPayee } from "./names-payee.ts";

export function personsMessage(text: string): PersonsMessage {
  return {
    names: (vendor, isQuoted) => namesPayee(text, vendor, isQuoted),
    amount: () => namedAmountIn(text),
  };
}
