import type { Feature } from "../../kernel/feature.ts";
import type { AskedProposal } from "../../kernel/spends/spend-request.ts";
import { addPayeeAction } from "./add-payee.ts";
import { contentGuard } from "./content-guard.ts";
import { knownPayeeDocument } from "./known-payee.ts";
import { payeeGuard } from "./payee-guard.ts";
import { listedOriginsTerm } from "./payee-terms.ts";

export { endedPayee, knownPayeeIn, knownPayeeKey } from "./known-payee.ts";
export { withMark } from "./outside-mark.ts";
export { isAfterOutside, isListed, isUnknownPayee, payeeFactsOf } from "./payee-check.ts";

/** A person looks at payments to payees that the workspace does not know. */
export function payeesFeature(listedOrigins: ReadonlySet<string>): Feature {
  return {
    name: "payees",
    requires: ["administration", "rules"],
    terms: [listedOriginsTerm.with(listedOrigins)],
    preparation: { read: namesIn },
    guards: [contentGuard, payeeGuard()],
    documents: [knownPayeeDocument],
    actions: { add_payee: addPayeeAction },
  };
}

/** Which payee and amount the person's message names. */
function namesIn({ message, isByPerson = false, vendor, quote }: AskedProposal): object {
  if (message === undefined) return { isPayeeNamed: isByPerson, namedAmount: null };
  const isPayeeNamed = isByPerson || message.names(vendor, quote !== undefined);
  return { isPayeeNamed, namedAmount: message.amount() };
}
