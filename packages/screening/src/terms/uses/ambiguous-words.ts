import { defences, depictions, namesOfArms, toolGuns } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Words that mostly mean a blocked purchase, but also have a harmless meaning. */
export const ambiguousWords: ProhibitedUse = {
  category: "doubtful_terms",
  verdict: "review",
  reason: "Possibly dangerous or prohibited purchases need review.",
  terms: listed(`
    patronen, gun, pistol*, revolver, rifle*, weapon*, bomb, bullet, explosive, dagger*, sword*, sniper*, poison*, venom*, lethal, deadly
    weed, edibles, indica, sativa, steroid*, stimulant*
    forged, rigged, hoax*, trafficking, spy, spies, wiretap*, covert*, clandestine*, hack, hacking
    exploit, cheat, cheating
    suicide, torture*, ransom, bet, real money, revenge, vigilante*, mercenar*, slave, sabotag*, espionage
    forced marriage*
  `),
  exceptions: listed(`
    ${[...toolGuns, ...namesOfArms].join(",")}
    (drucker*|farb*|filter*|kaffee*|tinte*|toner*|wasser*) ... patronen, patronen ... (drucker*|filter*|fuller*|kaffee*|plotter*|tinte*|tinten*|toner*)
    (silly string|spud) gun*
    (bath|cherry|glitter|photo|seed|stink) bomb*, bomb (calorimeter|cyclone|disposal|proof|shelter|squad)
    bullet (blender*|camera*|chart*|list*|journal*|point*|proof|shaped|time|train*), (magic|silver) bullet
    explosive (growth|sales)
    (cosplay|display|foam|lego|plastic|prop|rubber|stage|toy|wooden) (dagger*|sword*)
    sword (art|fish|of damocles|prop), cloak and dagger
    (anti sniper|sniper) (ads|tool), arcade sniper
    (ant|cockroach|fox|mouse|rat|rodent|slug|wasp|weed) poison*, food poison*, non deadly
    poison (bait*|control|free|helpline|ivy|oak|pill), non poisonous
    weed (barrier*|brush*|burner*|control|cutter*|eater*|free|fabric
    |killer*|puller*|puller|remov*|seed*|spray*|torch*|trimmer*|whacker*|wizard), steroid (cream|inhaler*)
    forged (alloy|aluminium|aluminum|blade*|bronze|carbon|crank*|gate*|piston*|fitting*|flange*|hand tool*
    |hook*|iron|kni*|part|ring*|shaft*
    |steel|tool*|wheel*), (cold|drop|hand|precision) forged, rigged (character*|mesh*|model*|ship*)
    (fully|full|square) rigged
    spy (fu|hole*|museum*|novel*|thriller*), i spy, (growth|ikea|life|productivity) hack*
    hack (club|day*|night*|space*|the box|week*), ethical hacking, hacking (course|lab|workshop*)
    exploit (db|film*|gallery|script*), cheat (day|meal|sheet*), human trafficking, after a suicide, no bets
    suicide squad, torture test*, weeds, slave (clock|cylinder*|device*|flash|timer*), master slave
    ransom (cover|insurance|note*|policy), (alpha|safe|best|your) bet, sweet revenge, revenge of the
    (poison|venom) (concert*|figure*), {term}* ... (helpline|insurance|prevention)
  `).concat(defences, depictions),
};
