// For code that is loaded later.
import { lazily } from "@agent-treasury/provider/helpers";
import type { PersonsMessage } from "../../kernel/turn-tool.ts";
import { namedAmountIn } from "./named-amount.ts";
import { namesPayee } from "./names-payee.ts";
import { ownWords } from "./own-words.ts";

export function personsMessage(text: string): PersonsMessage {
  const own = lazily(() => ownWords(text));
  return {
    names: (vendor, isQuoted) => namesPayee(own(), vendor, isQuoted),
    amount: () => namedAmountIn(own()),
  };
}
