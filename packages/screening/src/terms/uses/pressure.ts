import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { others, people } from "./word-groups.ts";

/** Intimidation, damage and cruelty, described indirectly. */
export const pressure: ProhibitedUse = {
  category: "harm",
  verdict: "blocked",
  reason: "The treasury does not pay for harm to people.",
  terms: listed(`
    tamper* with ... (brakes|car), set ... (ablaze|alight|on fire)
    (bats|boys|bouncers|crew|guys|men) (to|who) ... (beat|frighten|persuade|pressure|push|scare|throw|visit)
    (frighten*|terrori*) ... ${others}, (pressure|silence) (a|her|him|the) (${people})
    tenant* & (frighten*|move out|scare*|throw*), until (he|she|they) (leave*|move*|pay*)
    (he|her|him|she|they|whistleblower*) (keep*|stay*) silent
    witness* & (forget*|not testify|not to testify|persuad*|retract*|withdraw*)
    (destroy|ruin|wreck) (a|her|his|the|their) ... (career|life|marriage|name|reputation)
    dirt on, find ... where ... (hides|hiding), report ... where (he|she), (call|ring|text) (her|him|my) ... night
    (her|him) (crippled|beaten|hurt|hospitali*), (arrange|stage) an accident
    (drops|laxative*|pill*|powder|something) ... in ... (${people}|her|his) ... (beer|coffee|drink|lunch|soup|tea)
    make* (a|her|him|people|that|the) ... (dizzy|drowsy|sleepy|unconscious), make* (her|him|people) (ill|sick)
    (break up|beat) ... (protest|strike|strikers)

    year olds ... (brick*|factory|mine|sewing), (labourer*|maid*|worker*|girls|women) ... (pay off|work off)
    (boat|driver|lorry|truck|van) ... (cousin*|family|girls|people|men|women) ... (over the border|channel
      |in the trailer)
    baby without, young bride, white (brotherhood|pride)
    (leaflet*|poster*|song*|sticker*) ... against (foreigners|gays|immigrants|jews|migrants|muslims)

    (gentle|peaceful*|quiet) (death|exit), (does|do) not wake
    (cutting|hurt*|harm*|kill*) (herself|himself|myself|yourself)
  `),
  exceptions: listed(`until they pay off`).concat(defences),
};
