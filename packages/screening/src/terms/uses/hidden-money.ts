import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const whoeverAsks = `(auditor*|authorities|creditors|customs|divorce court|hmrc|inland revenue|inspector|irs
  |regulator*|tax|tax authorit*|tax inspector*|tax man|tax office|taxman)`;

const unseen = `(cannot find|cannot see|conceal*|does not know|hidden|hide|hides|hiding|keep* from|never find
  |never hear
  |never know|never see|not find|not hear|not know|not notice|not see|not tell|secret from|without telling)`;

/** Hidden money, and undeclared sales, wages and goods. */
export const hiddenMoney: ProhibitedUse = {
  category: "laundering",
  verdict: "blocked",
  reason: "The treasury does not pay for hiding the origin or destination of money.",
  terms: listed(`
    money laundering, launder* ... (cash|funds|money|proceeds)
    (black|blood|dirty|drug) money, (clean|wash) ... (dirty|money from|proceeds|takings), cash out ... proceeds
    (convert|move|swap|hide) ... proceeds, layer ... (funds|money|payments), layering of (funds|payments)
    (cash|money) of unknown origin, (conceal|disguise|hide) ... (origin|owner*|source|where)
    (run|put|pass|wash) ... through ... (car wash|casino|laundromat|nail salon|till)
    move money offshore, smurfing, structuring ... deposit*, round tripping
    (break|break up|split*) ... (cash|deposit*|payment*|transaction*|transfer*) ... (limit|pieces|radar
    |reporting|threshold)
    (below|under) the (declaration limit|radar|reporting), peel chain, chain hopping, trade based laundering
    (over|under) invoic*, bulk cash, cash courier*, hawala, informal (transfer*|value transfer), money mule*
    (accounts|people) ... (forward*|pass on|pass*) ... transfers, transfers ... for a cut
    (no|without|without a|without any) (paper trail|trace), without any record, cannot be traced, untraceable
    no questions asked
    (comes|flows|paid|wages) back ... (in cash|to us), back in cash

    (bitcoin|btc|coin|crypto|ether) (mixer*|tumbl*), mixing ... (bitcoin*|btc|coins|eth), coin join, coinjoin
    coin blend*, tornado cash, tumbler service*, wasabi mixer
    (no|without) ... (aml|id|identity|kyc) (check*|verification)
    no id (needed|required), no kyc, without kyc, (avoid|bypass|evade) ... kyc

    (aged|bought|buy|purchase) ... shelf (companies|company|corporation*), front compan*
    (splitting|split) ... (invoice*|order*|purchase*) ... (approval|limit|threshold)
    wages in (cash|envelopes), vat carousel
    shell (compan*|corporation*), nominee (account*|director*|owner*|shareholder*), bearer share*, straw (buyer*
    |man|purchase*), anonymous ... (account|bank|card*|company|debit|llc|offshore|sim|trust|wallet*)
    numbered account*
    offshore ... (anonymous|hide|secret|undeclared|untaxed), rent* ... bank account*
    bank account ... (rented|for rent)
    use ... (her|his|someone|their) ... bank account

    ${whoeverAsks} & ${unseen}, (cheat*|dodg*|evad*) ... (control*|customs|duty|reporting|tax*)
    avoid* (customs|duty|paying|reporting|taxes|vat)
    (tax|vat|customs|duty) (dodg*|evasion|fraud)
    before ... (audit|tax inspector|auditor*) ... comes
    (sales|revenue) suppression, (delet*|suppress*) ... (takings|turnover)
    (till|cash register|pos) & (delet*|phantom*|zapper*), second set of books, two sets of books
    off the books, cash in hand, undeclared (account*|cash|goods|income|wages|work)
    unreported (cash|income|wages)
    under the table payment*, slush fund*, (untaxed|unrecorded) (cash|income|sales|wages)

    ghost (employee*|payroll|worker*), (employees|people|staff|workers) who do not exist
    (consult*|goods|invoice*|service*|work) & (never delivered|never done|never happened|never performed
    |never rendered
    |never took place|not rendered), times (its|the) value, inflated (invoice*|price*|value*)
    (customs|export*|import*) & (false|mislabel*|misdeclar*|tenth of the|undervalu*)
    relabel* ... (as coming|as made|origin)
  `),
  exceptions: listed(`
    money laundering (officer*|regulation*), black money museum, front company brief*, round tripping test*
    no questions asked (exchange*|guarantee*|refund*|return*|warranty), no id tag*, keep* ... records
    (exchange*|guarantee*|refund*|return*|warranty) no questions asked, bug zapper*, avoid* customs delay*
    money laundering (course*|handbook*|law|laws|policy|seminar*|workshop*), hidden (charge*|cost*|fee*), fly zapper*, no traces of nuts, leave no trace
    without ... (record label*|recording*), duty free shop*
    (avoid*|reduce) ... (tax penalt*|late tax|double tax*)
  `).concat(defences),
};
