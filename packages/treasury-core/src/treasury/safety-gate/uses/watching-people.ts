import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Watching people, finding them, and trading what is known of them. */
export const watchingPeople: ProhibitedUse = {
  category: "surveillance",
  verdict: "review",
  reason:
    "What watches people, or is aimed at a certain person or competitor, is put before a person.",
  terms: listed(`
    bugging device*, (covert|hidden|pen|spy) (camera*|gps|mic|microphone*|recorder*|tracker*), nanny cam*
    covert listening*, listening device*
    (camera*|microphone*|recorder*|tracker*) (concealed|hidden) in, phone tracker*
    employee (monitoring|surveillance), (face|facial) recognition of, watch the neighbo*, track someone
    tracker ... (employee*|ex|husband*|wife*|field staff)
    tracker* ... (not ours|her car|his car|under a car|that is not), gps ... (cars of|field staff|vehicle of)
    location of a (person|phone)
    record* ... (calls|conversations) ... (secret*|without), (film*|record*) in meetings, record employees
    (keystroke*|screens) ... employee*, employee* ... (keystroke*|screens), reads employees, read employees
    film the neighbo*, drone to film
    without ... (announcement|consent), home address*, private address*, people search, people finder
    reverse phone lookup, ex (boyfriend*|employee*|girlfriend*|husband*|partner*|wife*), my (husband|wife)
    license plate lookup
    list of (homes|names|patients|people|persons|women) with, whereabouts
    (addresses|names|numbers) of ... (private persons|patients)
  `),
  exceptions: listed(`
    assistive listening device*, home address* (field*|form*|of the office|verif*), with consent
    people search removal, (deliver*|desk|laptop|parcel*|ship*) ... home address*
    (deletes|removal|removes|remove) ... (home address*|people search)
  `).concat(defences),
};
