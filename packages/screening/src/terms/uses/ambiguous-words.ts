import { defences, depictions, namesOfArms, playthings, toolGuns } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Words that mostly mean a blocked purchase, but also have a harmless meaning. */
export const ambiguousWords: ProhibitedUse = {
  category: "doubtful_terms",
  verdict: "review",
  reason: "Possibly dangerous or prohibited purchases need review.",
  terms: listed(`
    silencer*, suppressor*, musket*, gunpowder, fully automatic, (bolt|lever|pump) action, (crate*|case*|box*) of cartridges
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
    (appetite|dust|esd|fire|flame|knock|low sound|noise|spark|surge|transient|voltage|weed) suppressor*
    (bark|camera|compressor|door|duct|exhaust|fan|generator|intake|muffler|ventilation) silencer*
    silencer* ... (boat|camera|car|compressor|door|duct|exhaust|fan|generator|moped|motorbike|motorcycle|ventilation|vehicle)
    gunpowder ... tea, gunpowder (green*|grey|gray|blue)
    (bolt|lever|pump) action (bottle*|clamp*|dispenser*|hand pump*|latch*|pen*|sprayer*), fully automatic (control*|pump*)
    fully automatic (backup*|coffee|deploy*|espresso|machine*|mode|test*|translation*|washing)
    cartridges for ... (label*|plotter*|printer*|siphon*), cartridges of (ink|sealant|toner)
    (silly string|spud) gun*
    (bath|cherry|confetti|glitter|party|photo|seed|stink|toilet|water) bomb*, bomb (blast|calorimeter|cyclone|disposal|proof|shelter|squad)
    bullet (blender*|camera*|catch*|chart*|connector*|list*|journal*|point*|proof|resistant|shaped|time|train*), (magic|silver) bullet
    explosive (growth|sales)
    (display|fencing|plastic|practice|rubber|stage|training|wooden) (dagger*|sword*|weapon*)
    dagger board*, sword (art|fish|of damocles|prop), cloak and dagger
    (anti sniper|sniper) (ads|tool), arcade sniper
    (ant|cockroach|fox|mouse|rat|rodent|slug|wasp|weed) poison*, food poison*, non deadly
    poison (bait*|control|free|helpline|ivy|oak|pill), non poisonous
    weed (barrier*|brush*|burner*|control|cutter*|eater*|free|fabric|membrane*
    |killer*|puller*|puller|remov*|seed*|spray*|torch*|trimmer*|whacker*|wizard), steroid (cream|inhaler*)
    forged (alloy|aluminium|aluminum|blade*|bronze|carbon|crank*|gate*|piston*|fitting*|flange*|hand tool*
    |hook*|iron|kni*|part|ring*|shaft*
    |steel|tool*|wheel*), (cold|drop|hand|precision) forged, rigged (character*|mesh*|model*|ship*)
    (fully|full|square) rigged
    spy (fu|hole*|museum*|novel*|thriller*), i spy, (growth|ikea|life|productivity) hack*
    hack (club|day*|night*|space*|the box|week*), ethical hacking, hacking (course|lab|workshop*)
    exploit (db|film*|gallery|script*), cheat (day|meal|sheet*), human trafficking, after a suicide, no bets
    suicide squad, torture test*, weeds, slave (clock|cylinder*|database*|device*|flash|replica*|timer*), master slave
    ransom (cover|insurance|note*|policy), (alpha|safe|best|your) bet, sweet revenge, revenge of the
    (poison|venom) (concert*|figure*), {term}* ... (helpline|insurance|prevention)
  `).concat(defences, depictions, playthings),
};
