import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const wild = `(abalone|bear*|cheetah*|chimpanzee*|cockatoo*|crocodile*|elephant*|falcon*|gorilla*|hornbill*
  |leopard*
  |lion*|lizard*|macaw*|orangutan*|otter*|owl*|parrot*|primate*
  |python*|sea turtle*|slow loris*|snake*|tiger*|tortoise*|turtle*)`;

/** Protected animals and plants, cruelty to animals, and illegal disposal of waste. */
export const nature: ProhibitedUse = {
  category: "harm",
  verdict: "blocked",
  reason: "The treasury does not pay for harm to protected nature or to animals.",
  terms: listed(`
    (carved|elephant|hippo|raw|walrus|antique|pre ban) ivory, ivory ... (pieces|tusk*), tusks, rhino horn*
    tiger (bone*|claw*|teeth|wine)
    (bear|ape) (bile|gall*|paw*), pangolin*, shark fin*, (dried|beluga) (seahorse*|sturgeon), totoaba
    turtle shell*, tortoiseshell
    hornbill*, slow loris*, (leopard|lion|cheetah|tiger|jaguar) (cub|fur|pelt*|skin*), snow leopard
    eagle feather*, bushmeat, shahtoosh
    (whale|dolphin) meat, seal pelt*, illegally logged, (logs|timber|rosewood) ... without (papers|permit*)
    poached, poacher*, cites papers, leghold trap*, roosters & spurs, human (bones|remains|skull*)
    (baby|live) ${wild}, ${wild} ... (pre ban papers|without papers)
    dog fight*, cockfight*, dogs ... for fights, gamecock*, crush (film*|video*)
    animals being (hurt|killed|tortured)

    (bury|burying|dump|dumping|pour|pouring) ... (at night|creek|ditch|drain|forest|lake|river|sea
    |sewer|woods)
    (chemical*|drums|oil|sewage|sludge|solvent*|waste) ... (in the river|in the sea|in the woods|into the creek
    |into the river|into the sea|into the sewer), asbestos ... (cheap*|mix|without)

    (bait|drown|poison*|shoot a|snare*) ... (badger*|bear|cat|dogs|elephant*|fox|lion*|otter*|pigeon*|songbird*
    |swan*|wolf|wolves), (fighting|fight) (bird*|bull*|cock*|dog*|rooster*), trained to fight
    wild caught ${wild}, wild caught & (bird*|exotic|finch*|frog*|gecko*|live|mammal*|monkey*|pet*|reptile*), no cites, from a (protected|reserve)
    (bury|discharg*|dump*|leave*|let|pour*|release*|tip*|vent*) ... (asbestos|bath|coolant|drums|oil|rubble|sewage
    |sludge|solvent*|tires|tyres|waste) ... (creek|drain*|field*|forest|lake|river|roadside|stream|woods)
  `),
  exceptions: listed(`
    pangolin (laser*|quickshow), shark fin (aerial*|antenna*), poached (egg*|pear*|salmon), egg poacher*
    dump truck*, (adopt*|conservation|donation*|sponsor*) ... ${wild}
    (crocodile|python|turtle) (clip*|course*|neck)
    (baby|live) ${wild} (costume*|dance*|display*|encounter*|experience*|lilies|lily|plush|prawn*|show|shows|shrimp*|toy|toys)
    (display|show|talk|workshop) (about|of|with) ... (baby|live) ${wild}
    photo shoot*, poison ivy, dump truck, (collect*|recycl*|pick up) ... (oil|waste|tyres|tires)
  `).concat(defences),
};
