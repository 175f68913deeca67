import { depictions, namesOfArms, playthings, toolGuns } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const calibres = `(9mm|9 mm|9x19|45 acp|380 acp|22 lr|22lr|223|308|556|5 56|5 7x28|762|7 62|7 62x39|30 06|\
30 30|50 bmg|357|44 magnum|12 gauge|20 gauge)`;

const arms = "(gun|guns|pistol*|revolver*|rifle*|weapon*)";

/** Firearms by kind, maker and part, ammunition, and military arms. */
export const firearms: ProhibitedUse = {
  category: "weapons",
  verdict: "blocked",
  reason: "The treasury does not pay for weapons, ammunition or explosives.",
  terms: listed(`
    firearm*, fire arms, gunsmith*, gunrunn*, handgun*, shotgun*, carbine*
    (a|an|another|assault|automatic|burst|buy|ghost|hand|hunting|illegal|loaded|machine|military|my|real|semi automatic
    |sniper|stolen|sub machine|tactical|the|unregistered|used) ${arms}
    ${arms} & (ammo|ammunition|bullet*|calib*|guard*|gunsmith*|holster*|licen*|militia*|permit*|private seller
    |rounds|serial*|shooter|silencer*|sniper*|tactical|threaten*), ${arms} (dealer*|shop|store|shipment*|show)
    (atomic|biological|chemical|concealed|nuclear) weapon*, weaponry, submachine, flintlock*, derringer*, snub nose, arms (dealer*|broker*|shipment*|deal)
    small arms, (conver*|modified|reactivat*) (for|to) ... (9mm|fire|live|real|shoot), conversion to ... (9mm|9 mm|live|real)
    (fires|shoots) ... (bullets|live|real)

    ar 15, ar15, ak 47, ak47, ak 74, crate of aks, beretta, browning hi power, colt (45|python|revolver*)
    desert eagle, dragunov, glock, heckler koch, kalashnikov*, luger, mac 10, makarov, mauser, mossberg, mp40
    mp5, m16, parabellum, remington (870|pump*), ruger, sig sauer, smith wesson
    smith and wesson, springfield armory, tokarev, uzi, walther (p99|ppk), winchester (lever|magnum|shell*)
    (bolt|lever|pump) action ${arms}

    lower receiver*, 80 lower*, 80 percent lower*, auto sear*, bump stock*, firing pin*, threaded barrel*
    solvent trap*, full auto, fully automatic ${arms}, sawed off, sawn off, drum magazine*
    (extended|spare|high capacity) (mag|magazine|clip), (10|15|17|20|30|40|50) round (mag|magazine|clip)
    serial* ... (filed|ground|scratched), unserialised, unserialized

    ammo, ammunition, ${calibres} & (bullet*|cartridge*|luger|nato|rounds|fmj|jhp|shell*|slug*|subsonic|silencer*|suppressor*|conver*)
    (rounds|box|boxes) of ${calibres}, birdshot, buckshot, hollow point*, live rounds, tracer rounds
    (armor|armour) piercing, (box*|case*|crate*|hundred|thousand|100|200|250|500|1000|2000|5000) of bullets
    (hundred|thousand|100|200|250|500|000|1000|2000|5000) bullets
    (hunting|blank|live) cartridges, reloading primers, smokeless powder

    anti aircraft, anti tank, artillery shell*, bazooka*, flamethrower*, howitzer*, manpads
    missile*, mortar (bomb*|round*|shell*), munition*, rocket launcher*, rocket propelled, rpg 7
    rpg (tube*|launcher*), shoulder fired, battle tank*, fighter jet*, kamikaze drone*, armed guard*
    silenced, surface to air, torpedoes, warhead*
    drone* & (drops|dropping|drop mechanism|armed|attack)
  `),
  exceptions: listed(`
    ${toolGuns.join(",")}

    ${namesOfArms.join(",")}

    warhead* (candy|sour), sour warhead*
    hollow point (needle*|screw*), drum magazine subscription*, camera drone ... drop*
    (airfix|kit*|lego|model|scale|toy) ... (bazooka*|fighter jet*|howitzer*|missile*|rocket launcher*|torpedoes|warhead*)
    live rounds of (funding|interview*)
  `).concat(depictions, playthings),
};
