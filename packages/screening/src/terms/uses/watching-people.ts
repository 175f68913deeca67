import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { devices, others } from "./word-groups.ts";

const intrusions = `(access to|control*|copies|copy|crack|hijack*|intercept*|listen*|log into|logs into|look into
  |read|reading|reads|record*|recover|redirect*|reset*|see|take over|tap|taps|unlock*|view*)`;

const things = `(bike*|cable*|car|door*|fence*|food|front|garden|hostel|house|lock|machine*|shop*|stall
  |store|tank|tree*|truck*|tyre*|tires|van|vehicle*|window*)`;

const damage = `(ablaze|break|burn|cut|damage|destroy*|fill|glue*|graffiti*|on fire|pour*|puncture*
  |ruin|scratch*|slash*|smash*|tamper*|vandali*|wreck*)`;

/** Surveillance of people, and trade in personal data. */
export const watchingPeople: ProhibitedUse = {
  category: "surveillance",
  verdict: "review",
  reason: "Surveillance of people, or of a certain person or competitor, needs review.",
  terms: listed(`
    bugging device*, (covert|hidden|pen|spy) (camera*|gps|mic|microphone*|recorder*|tracker*), nanny cam*
    listening device*
    (camera*|microphone*|recorder*|tracker*) (concealed|hidden) in, phone tracker*
    employee (monitoring|surveillance), (face|facial) recognition of, watch the neighbo*, track someone
    tracker ... (ex|husband*|wife*)
    tracker* ... (not ours|her car|his car|under a car|that is not), gps ... (cars of|field staff|vehicle of)
    location of a (person|phone)
    record* ... (calls|conversations) ... (secret*|without), (film*|record*) in meetings, record employees
    (keystroke*|screens) ... employee*, employee* ... (keystroke*|screens), reads employees, read employees
    without ... (announcement|consent), home address*, people search, people finder
    reverse phone lookup, ex (boyfriend*|employee*|girlfriend*|husband*|partner*|wife*), license plate lookup
    (affair*|airtag*|bug|bugs|camera*|chats|detective*|dirt|evidence|gps|investigator*|location*|microphone*|monitoring
      |proof|recorder*|recording*|secret*|seduce*|surveillance|tracker*|tracking) & my (husband|wife)
    my (husband|wife) s ... (account*|bank|calls|chats|deleted|e mail*|email*|file|history|inbox|location|mail|messages|record*
      |screen|statement*|texts)
    list of (homes|names|patients|people|persons|women) with, whereabouts

    (camera|microphone|recorder) (behind|the size|under), (position|screenshot|tracker|webcam) ... (child*
      |colleague*|employee*|sales people
    |staff|teen*|worker*), private (detective|eye|investigator*), lie detector*, polygraph
    where ... (former|he|she) ... lives, (find|identify|trace) (people|a person|somebody) by
    facial recognition
    (addresses|data|names|numbers) of ... (debtors|mothers|patients|pensioners|people|pupils|voters)

    ${intrusions} ... ${others} ... ${devices}, ${intrusions} ... ${devices} ... of ... ${others}
    (enter|get into) ... ${others} ... (office|house|warehouse)
    (clerk|contact|friend|insider|man|nurse) (at|in|inside) ... (bank|company|hospital|ministry|police|registry
    |tax office) ... (copies|gives|hands|lets|looks up|passes|sells|tells)
    ${damage} ... ${others} ... ${things}, ${damage} ... ${things} ... of the (competitor*|neighbo*|other|rival*)
  `),
  exceptions: listed(`
    webcam* for (home|new|our|remote|the) ... (colleague*|employee*|staff|worker*), (activity|fitness|luggage|sleep) tracker*, (accident|lost) ... of ${others}, cut* ... (grass|hedge*)
    assistive listening device*, home address* (field*|form*|of the office|verif*), with consent
    people search removal, (deliver*|desk|laptop|parcel*|ship*) ... home address*
    (deletes|removal|removes|remove) ... (home address*|people search)
  `).concat(defences),
};

/** A spouse who is named other than as a companion or as the one who receives a purchase. */
export const aboutASpouse: ProhibitedUse = {
  category: "surveillance",
  verdict: "review",
  reason: watchingPeople.reason,
  terms: listed(`my (husband|wife)`),
  exceptions: listed(`
    (and|for|with) my (husband|wife), my (husband|wife) and, (see|visit) my (husband|wife) in
    while my (husband|wife) is
    my (husband|wife) s (anniversary|birthday|graduation|retirement|30th|40th|50th|60th|70th|thirtieth|fortieth|fiftieth
      |sixtieth|seventieth)
  `),
};
