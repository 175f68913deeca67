import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const audience =
  "(followers|installs|likes|listeners|ratings|reviews|streams|upvotes|visitors|votes)";

const tested =
  "(assignment|certification|course|essay|exam|homework|interview|term paper|test|thesis)";

const papers = `(certificate|degree|diploma|doctorate|licence|license|number plate|prescription|receipt|report
  |sick note|ticket)`;

const measuring = "(counter|gauge|meter|odometer|pump|scale|tachograph|taximeter)";

/** Services and goods that create a false appearance. */
export const falseAppearances: ProhibitedUse = {
  category: "fraud",
  verdict: "blocked",
  reason: "The treasury does not pay for deception.",
  terms: listed(`
    (create*|open*|register*|sign*) ... (bulk|hundreds|thousands) ... account, (bulk|mass) (registration|sign up)
    (bots|click farm*|device farm*|farm of|hired people|no real people|phone farm*) & ${audience}, sim (bank|box)
    (000|500|hundred|thousand) (comments|followers|likes|ratings|reviews|upvotes|votes)
    ${audience} ... (guaranteed|within a day|within hours)
    (comment|rating|review|testimonial) ... (across the street|invented|never had|next door|not have
      |who were never|written
    by us), (hired|invented|paid) (citizens|crowd|demonstrators|protesters|supporters)

    (do|sit|solve|take|write|log* in) ... ${tested} ... (for me|for my|in my|in place|instead)
    ${tested} ... (ghostwrit*|in place of|plagiarism proof|to order|undetect*)
    ${papers} ... (copies of real|for trips|nobody|of another|refuse*)
    ${papers} ... (no|without) ... (attending|audit|course|doctor|exam*|stud*), (farmed|stealth) ... accounts
    (application|benefit*|claim|grant*|loan|subsid*) ... (not have|several names|straw person)
    change ... (best before|expiry|use by)

    (accident|burglary|fire|theft) ... (look accidental|on purpose), tracking number ... (although|nothing|without)
    (get|gets) money back ... keep, goes to us, fresh (cards|credit cards|logs), (guess*|tries) ... card number
    (elderly|lonely|old people|pensioner*|senior*|widow*) & (flirt*|for money|have won|must pay|pin|savings)
    rings (old people|pensioners|widows), risk free (profit*|return*), double (our|the|your) (coins|money)
    earn* ... by recruit*

    ${measuring} & (backward*|slower than|than it|than they), mileage (adjust*|chang*)
    (adblue|dpf|particle filter) & (delete*|emulator*|remov*)
  `),
  exceptions: listed(`
    ${measuring} (calibration|replacement)
  `).concat(defences),
};
