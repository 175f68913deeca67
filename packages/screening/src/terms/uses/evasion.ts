import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const rules = `(ban|check|content id|control|customs|detection|filter*|guard*|inspection*|law|limit|login|mfa
  |paywall*|police|quota*|regulator*|restriction*|rule|sanction*|scan|scanner*|test|turnitin|two factor
  |verification)`;

// A verb at the end of a phrase also matches with an s.
const perceived =
  "(appear*|find|hear|identif*|know|learn|notice|recogni*|remember*|see|show|suspect*|tell|testif*|traced)";

const messages = `(call*|email*|form*|invoice*|letter*|mail|message*|notice*|page*|pop up*|site*|sms|text*
  |website*)`;

/** Purchases described as secret or as evading a rule. */
export const evasion: ProhibitedUse = {
  category: "doubtful_terms",
  verdict: "review",
  reason: "Purchases described as hidden, anonymous or evading a rule need review.",
  terms: listed(`
    so that ... (cannot|never|no|not|nothing) ... ${perceived}, (nobody|no one) ... ${perceived}
    (bypass*|circumvent*|defeat*|dodg*|evad*|fool*|get around|get past|gets around|gets past|getting around
      |outsmart*|slip past) ... ${rules}
    so that ... pass* ... (exam|inspection|scan*|test)
    undetectable, undetected, sick note, verified ... (accounts|profiles), unnoticed, unrecogni*, unseen
    stays unknown
    (guy|guys|men|somebody|someone) (to|who), (contact|somebody|someone) (at|in|inside) the

    not (exist|mine|ours), no longer exist*, only on paper, (was|were|who|nobody) never, we do not (have|like|own)
    (do|does) not (notice|say where|suspect)
    (although|even though) ... (arrived|delivered|never|nothing|received|works), as if (he|it|she|they|we|you)
    ${messages} ... (look official|seem to|that show our), ${messages} ... (look|looks) like ... (bank|official
      |real|tax office|they), (under|in) the name* of
    (bottled|marked|offered|passed|repacked|resell|sell) ... as (authentic|fresh|genuine|new|original|pure|real)
    (bank statement*|invoice*|payslip*) & (altered|dated last|edited|figures changed), labelled as
    (of|from) (another car|another company|another firm|another person|somebody|someone|strangers)
    into (giving|resetting|revealing|clicking), confidential (acquisition|deal|deposit|payment|transaction|transfer)
  `),
  exceptions: listed(`
    undetected (fault*|leak*), (if|when) ... not exist, bypass valve*, (gift|present) for (somebody|someone)
  `).concat(defences),
};
