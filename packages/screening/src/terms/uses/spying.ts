import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const somebody = `(boyfriend*|ex|girlfriend*|husband*|my partner|neighbour*|neighbor*|spouse|stranger*|wife
  |wives)`;

const rivals = "(another company|competitor*|other company|rival*)";

/** Access to other people's private data. */
export const spying: ProhibitedUse = {
  category: "intrusion",
  verdict: "blocked",
  reason: "The treasury does not pay for spying on others.",
  terms: listed(`
    ${somebody} & (bedroom|chats|inbox|intimate|mailbox|messages|password*|private snapchat|texts|whatsapp)
    ${rivals} ... (confidential|customer list|employee list|inbox|laptop|mailbox|passwords|source code
    |trade secret*)
    (inbox|mailbox|laptop|source code|trade secret*|customer list|emails) (at|of) ... ${rivals}
    (insider*|employee*|somebody|clerk) ... (copy|copies|leak*|sell*|steal*) ... (confidential|customer*|list
    |plans|records|source code)
    (pay|paid|paying) (a|an) (clerk|employee|insider) (at|of), call records of
    (read|reading) ... (emails|e mails|mails|messages) of, spy (app*|software)
    tap (a|her|his|the|their) ... phone*, (see|read|reads|shows) ... (her|his) (calls|chats|messages|texts), airtag* ... (bag|car|her|his|speaker)
    camera* & (bathroom|bedroom|changing room|shower|toilet), trade secret* of
    spy on, spies on, in secret, secretly
    without (anyone|anybody|her|him|the|them|users) ... (knowing|noticing)
    without (anyone s|her|his|the owner s|the user s|their) ... knowledge
    strangers ... (camera*|home*)
  `),
  exceptions: listed(`
    (lost|forgotten) password*, secret santa ... in secret, without ... prior knowledge
    without ... (technical|coding|expert) knowledge
    without ... knowledge of (code|coding|programming|sql), trade secret* (course|law*|policy)
  `).concat(defences),
};
