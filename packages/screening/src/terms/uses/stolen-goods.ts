import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Stolen goods, accounts, identities and card numbers. */
export const stolenGoods: ProhibitedUse = {
  category: "fraud",
  verdict: "blocked",
  reason: "The treasury does not pay for stolen, forged or fraudulent goods.",
  terms: listed(`
    stolen, hijacked, contraband, smuggl*

    bank drop*, (bank|banking|chase|compromised|fresh|hacked|paypal) login*, logins (from|of) (infected|hacked)
    logins ... (balance|email access), breached (account*|data*|record*), compromised ... (account*|card*)
    (hacked|leaked|dumped) ... (account*|database*|login*|password*|record*|site*), card (dump*|skimmer*)
    carding
    card numbers ... (balance|cvv|fresh|live|valid), cloned ... card*, cvv, dumps with pin, magstripe ... dumps
    fullz, ssn and, ssn list*, track data from, check washing
    (bulk|list of|numbers|buy) ... ssn, track 2 (data|dump*), pump skimmer*
    skimmer (overlay|that fits), password lists, combo list*, leaked data

    dead (person|people|man|woman), identity of ... (dead|deceased), identity theft kit*, synthetic identit*
    (another person|other people|others|somebody else|someone else|strangers) s ... (account*|card*|data|id
    |identit*|name*|passport*|personal), in ... (another|assumed|different|false) name, mule account*
    (aged|phone verified|pva) ... (account*|channel*|profile*)
  `),
  exceptions: listed(`
    aged ... receivable*, (drum|wool) carding, carding brush*, dead man s switch, dead man switch
    (after|because|claim*|for a|if|insurance|register*|replac*) ... stolen
    stolen ... (alert*|claim*|insur*|recover*|register|replace*|report*|track*), hijacked session*
    ssn validat*, smuggler s (cove|inn), hacked site (cleanup|repair), (card dump*|skimmer*) truck
    (if|where|whether|when) ... (compromised|leaked), other people s (money|names) podcast
  `).concat(defences),
};
