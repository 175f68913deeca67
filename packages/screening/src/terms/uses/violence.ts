import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { people } from "./word-groups.ts";

const somebody = "(a person|her|him|people|somebody|someone|them)";

const whom = `(${people}|creditor*|partner|striking)`;

/** Force and intimidation against people. */
export const violence: ProhibitedUse = {
  category: "harm",
  verdict: "blocked",
  reason: "The treasury does not pay for harm to people.",
  terms: listed(`
    hitman, hit man, hired killer*, contract kill*, murder for hire, murder (my|of my|plot), murders for
    paid (assassin*|killing*)
    hire ... (assassin|killer), thug, goons, assassinat*
    (bounty|contract) on (a|his|her|my|our) ... ${whom}
    (have|get) ... killed, kill (my|our|someone|the neighbo*|her|him)
    (cripple|drown|hurt|injure|intimidate|maim|murder|poison|rough* up|scare
    |stab|strangle|threaten|beat up) ${somebody}
    (ambush|attack|beat|beat up|cripple|drown|drug|hurt|injure|intimidate|kill|maim|murder|poison|punish
    |rough* up|scare|scare off
    |silence|stab|strangle|threaten) (a|her|his|my|our|the) ... ${whom}
    intimidate, ${whom} ... (beaten|disappear|disappeared|gone for good|hurt badly|killed|silenced|taken out)
    make (him|her|them) disappear, get rid of (a|her|his|my|our|that|the) ${whom}
    (follow|stalk|track|watch) (her|his|my|our) ... ${whom}
    (where|whereabouts of) (her|his|my) ${whom} (is|lives|sleeps|stays), where (he|she) (goes|lives|sleeps)
    (look|looks) like (a robbery|an accident|an overdose|a burglary|suicide), teach ... lesson
    beat (a|her|him|his|my|our|somebody|someone|the|them) ... up, cut ... brake (cable*|line*), kidney from a
    (break|breaks|breaking|crush|smash) (a|her|his|my|somebody s|someone s|the|their) ... (arm|arms|bones
    |fingers|jaw|kneecaps|knees|legs|ribs)
    kneecap* him
    acid attack*, acid in ... face
    (hurl*|throw|throwing|thrown) & (acid|brick*|firebomb*|molotov*|stones), brick through
    slash ... (tires|tyres), smash ... (windows|windscreen) ... (competitor*|ex|neighbour*|neighbor*|rival*)
    arson, burn down, burn* the ... (insurance|shop|house|barn|car), firebomb*, set fire to
    torch ... (car|house|shop|store|warehouse)
    protection racket*, death threat*, threaten to, threatening (call*|letter*|message*|note*), bomb threat*
    armed police to
    (send|call) ... police ... (streamer*|false|prank), swatting

    abduct*, kidnap*, snatch ... (child|daughter|girl|kid|son), held for ransom, blackmail*, extort*
    unless (he|she|they) pay*
    compromising (material|photos|pictures|videos)
    (expose*|leak*|post|publish*|spread*) ... (home address|intimate|nude|private photos|her pictures
    |his pictures)
    revenge (on|porn), intimate (images|photos|pictures|videos) of, go after (her|him|them), doxx*, doxing
    stalk her, stalk him
    home address of ... (ex|girlfriend|her|judge|juror|journalist|reporter|wife|witness)
    harass ... ${whom}, (bullying|harassment|smear) campaign*, spread (false|lies|rumours|rumors)

    cyanide in, cyanide to, lethal dose*, lethal injection*, nembutal, pentobarbital
    poison & (coffee|meatballs|soup|tea|someone|neighbour*|neighbor*)
    poison ... (dog|cat), (tasteless|undetectable) poison*
    poison for (a|her|his|my|the) (person|wife|husband|boss), abrin, ricin, strychnine
    spike ... drink*, torture (chamber*|device*), waterboard*, exit bag*, (helium|suicide|gas) hood*
    (peaceful|painless) death, (end|ending) (her|his|it|my|your) (life|all), how to kill
    self harm kit*
    pro ana, suicide (instructions|kit*|method*|pact*), thinspo*
  `),
  exceptions: listed(`
    (hitman|murder) (2|3|game*|mystery), abductor*, hip abduct*
    abduction (exercise*|machine*|pillow*|splint*), fly swatting
    cyanide (and happiness|happiness|test*)
    beat up (car|couch|laptop|old|sofa|truck|van)
    oom killed
    (build*|container*|job*|pod*|process*|quer*|script*|task*|thread*|worker*) ... (get|gets|getting|got) killed
    process* killed, burn down (chart*|rate*|the backlog), anti kidnap*, arson investigat*
    {term}* ... (cover|insurance|policy), kidnap* and ransom
    poison (control|helpline|safe), safe for dogs, teach ... (guitar|language|piano|swimming|yoga) lesson
    burn* the (candle*|dvd*|cd*|calories)
  `).concat(defences),
};
