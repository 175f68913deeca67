import { defencesAgainst, depictions, playthings } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Blades, clubs, explosives and poisons as weapons. */
export const bladesAndBombs: ProhibitedUse = {
  category: "weapons",
  verdict: "blocked",
  reason: "The treasury does not pay for weapons, ammunition or explosives.",
  terms: listed(`
    switchblade*, balisong*, karambit*, shuriken*, push dagger*, double edged (blade*|dagger*|kni*)
    (automatic|ballistic|butterfly|flick|gravity|otf|out the front|spring assisted|stiletto|throwing) kni*
    throwing star*, sword cane*, (belt buckle|concealed) (blade*|kni*), brass knuckle*
    knuckleduster*, blowgun*, blow dart*
    (collapsible|expandable|extendable|police|riot|telescopic) (baton*|truncheon*), nunchaku*, garrote
    garrotte, spiked (bat|club|mace), booby trap*

    explosives, (plastic|high|homemade|home made|improvised) explosive*, explosive (belt*|charge*|compound*
    |device*|powder*|vest*), homemade charges, anfo, det cord, detonating cord*, detonator*
    blasting cap*, c4 (charge*|explosive*), blocks of c4, shaped charge*, dynamite, flash powder, gunpowder charge*
    ied, napalm, nitroglycerin*, petn, rdx, semtex, kg of tnt, acetone peroxide
    (block*|kg|kilo*|pounds) of c 4, white phosphorus, enrichment centrifuge*, bioweapon*, (limpet|sea) mine*
    sticks of tnt, tannerite, tatp, thermite, tovex
    (car|cluster|dirty|fertiliser|fertilizer|homemade|home made|letter|live|mortar|nail|petrol|pipe|suicide
    |time) bomb*
    bomb (component*|instructions|making|material*|part|timer*), (build|building|make|making) ... bomb*
    (parts|chemicals) for ... (bomb*|explosive*), molotov*, suicide (belt*|vest*), landmine, land mine
    claymore mine*, claymores, flashbang*, stun grenade*, grenades
    grenade (drop*|launcher*)
    (frag|fragmentation|hand|live) grenade*

    nerve (agent*|gas), mustard gas, phosgene, novichok, sarin, soman, tabun, vx gas
    (chemical|biological) warfare
   , anthrax, botulinum toxin for, (smallpox|ebola) (culture*|sample*|virus), yersinia pestis
    plague (bacteri*|culture*), cesium 137, caesium 137, enriched uranium, plutonium, polonium
    uranium hexafluoride, yellowcake, weapons grade (explosive*|material*|pathogen*|uranium)
  `),
  exceptions: listed(`
    anthrax (concert*|ticket*|vaccin*), bath bomb*
    dynamite (dance|design*|song|tour|album)
    explosives detect*, (landmine*|land mine*) clearance, napoleon dynamite
    nitroglycerin* (spray*|tablet*)
    thermite weld*, throwing star (map|network|lan), make ... bath bomb*
    ${defencesAgainst("chemical warfare", "explosive", "ied", "improvised explosive").join(",")}
    ${defencesAgainst("caesium 137", "cesium 137").join(",")}
  `).concat(depictions, playthings),
};
