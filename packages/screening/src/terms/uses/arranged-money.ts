import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { officials } from "./word-groups.ts";

const embargoed = "(belarus|crimea|cuba|iran|north korea|russia|syria)";

/** Money, names and favours arranged under a pretence. */
export const arrangedMoney: ProhibitedUse = {
  category: "laundering",
  verdict: "review",
  reason: "Payments with an unclear route or purpose need review.",
  terms: listed(`
    (declare*|invoice*) ... (half|less than|as a gift|lower than) ... (customs|value)
    (divid*|split*) ... (approv*|nobody|notice|report*|sign*|threshold)
    (lend*|borrow*|rent*) (a|her|his|my|our|their) name
    (explain|justify) ... (cash|income|money|wealth)
    (trail|origin) of (our|the|my) (coins|funds|money)
    with cash
    (gift*|hamper|holiday*|present*|something|trip|watch|weekend) for ... ${officials}
    ${officials} ... (friend|so that)
    so that we (get|win), before the (award|deadline|takeover|tender), (other|the) (bidders|bids)
    ${embargoed} & (hide*|kazakhstan|kyrgyzstan|oman|third country|through a firm|via)
    (delet*|drops|forgets|hides|omits|skips) ... (sale|takings|receipts)
    (pay|paid) ... (without|no) ... (invoice|receipt)
    (hide|move|shift|sign over|transfer) ... (before|from) ... (bankruptc*|creditor*|divorce|insolvenc*|my husband
    |my wife|seizure)
  `),
  exceptions: defences,
};
