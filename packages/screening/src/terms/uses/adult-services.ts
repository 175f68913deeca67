import { defencesAgainst } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Sexual services and content. */
export const adultServices: readonly ProhibitedUse[] = [
  {
    category: "adult_services",
    verdict: "blocked",
    reason: "The treasury does not pay for sexual services.",
    terms: listed(`
      brothel*, call girl*, callgirl*, cam girl*, cam show*, webcam girl*, camgirl*, companion for the night
      dominatrix
      escort (agency|girl*|service*)
      escorts, (female|high class|luxury|male|vip) escort*, escort (for|to) (an|his|my|one|our|the|tonight|two)
      escort ... (companionship|hotel|hour*|night|overnight), (exotic|nude) dancer*, female companion*, gigolo*
      girlfriend experience, hookers, hookup (app|hub), casual sex, (gentleman|gentlemen) s club*, lap dance*
      lapdance*
      topless, massage* & (body to body|extras|finish|happy ending|naked), massage (parlor|parlour)*, nuru
      full service massage*, table dance*, paid dates
      (erotic|sensual|sexual|tantric) massage*, peep show*, prostitut*, red light district, rent boy*
      sex (club*|party|work|worker*)
      sexual services, strip club*, stripper*, striptease*, sugar (bab*|daddy|dating)
      swinger* (club*|couple*|part*|resort*|weekend*)
      girls included, uncensored (clip*|content|photo*|picture*|video*), strip (bar|show*), fkk
      dirty (chat|talk), cam (credit*|site|token*)
      discretion (assured|guaranteed)
      (girl|ladies|lady) (at|for|to) ... (hotel|hotel room|hotel suite|night|overnight)

      adult (cam*|chat*|comic*|content|dvd*|entertain*|film*|magazine*|model*|site*|subscription*|toys|video*
      |website*)
      chaturbate, erotic*, explicit (chat*|comic*|content|image*|photo*|roleplay|video*)
      fansly, hardcore (dvd*|film*|video*), hentai
      live sex, (naked|nude) (photo*|picture*) of, nude (pics|show*|video*), nudes, nudify*, nsfw, onlyfans
      only fans
      phone sex, porn, porno*, pornhub, private show, sex (cam*|chat*|tape*), sexting
      (show|webcam) ... explicit
      undress (app*|people), undresses, uncensored ... (chat*|girlfriend|roleplay), ai girlfriend
      webcam (model*|sex*), xxx (film*|movie*|rated|site*|vault|video*)

      bdsm, bondage (gear|rope*|kit*|set*), butt plug*, dildo*, fetish*, fleshlight*, kinky
      kink (gear|party|shop), latex (catsuit*|hood*), (love|sex) doll*
      (adult|sex) (shop*|toy*), vibrator*
    `),
    exceptions: listed(`
      ford escort, (armed|convoy|medical|oversize|pilot|police|security|vehicle) escort*
      escort (radar|vehicle*)
      escort for (an|the) (abnormal|heavy|oversize|visitors|wide), sugar daddy bakery, kinky boots
      (cable|floor|paint|varnish|wallpaper|wax|wire|wood) stripper*
      (paint*|solvent*|thinner*|varnish*) ... stripper*, stripper* ... (solvent*|thinner*)
      (concrete|bowl|industrial|poker) vibrator*, sugar daddy cake*
    `).concat(
      defencesAgainst(
        "adult content",
        "adult site",
        "adult website",
        "explicit content",
        "explicit image",
        "nsfw",
        "nsfw content",
        "nsfw image",
      ),
      defencesAgainst("porn", "sexting", "sex work", "prostitution"),
    ),
  },
  {
    category: "adult_services",
    verdict: "review",
    reason: "Possible sexual services need review.",
    terms: listed(`escort, sex, sexual`),
    exceptions: listed(`
      (abnormal load|airport|armed|convoy|ford|funeral|load|medical|motorcycle|naval|oversize|route|visitor
      |pilot|police|security|vehicle) escort*
      escort (brake*|clutch*|cosworth|door*|exhaust*|gearbox*|oil|window*|workshop|estate|mission*|mk*|part*
      |radar|van|vehicle*)
      escort for ... (convoy|load|transport|visitors), (biological|opposite|same|single) sex, sex and the city
      sex pistols, sex ed
      sexual (abuse|assault|harassment|health|misconduct|orientation|violence)
      sex (difference*|chromosome*|crime*|determination|discrimination|education|equality|linked|offender*|ratio
      |trafficking)
    `),
  },
];
