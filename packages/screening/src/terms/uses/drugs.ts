import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const amount = "(bag|eighth|g|gram*|kilo*|lb|line*|ounce*|oz|pound*|quarter)";

/** Illegal drugs, and their production, use and sale. */
export const drugs: readonly ProhibitedUse[] = [
  {
    category: "drugs",
    verdict: "blocked",
    reason: "The treasury does not pay for illegal drugs.",
    terms: listed(`
      amphetamine*, cocaine, crack cocaine, crack (pipe*|rock*), ${amount} of (coke|crack|hash|weed)
      crack ... pipe, (8|eight) ball of coke, (mollies|gram* of speed|g of speed|speed pill*) & coke, speed and coke, coke and (some speed|speed), brick of coke, pure colombian
      coca (base|leaf|leaves|paste), meth, methamphetamine*, phenylacetone, safrole
      speed (paste|pills|powder), speedball*, tusi, 3 mmc, 4 mmc, alpha pvp, flakka, mdpv, mephedrone
      methylone, p2p, phenibut, tianeptine

      black tar, carfentanil, desomorphine, fentanyl, heroin, krokodil, methadone without, nitazene*, opium
      oxy pills, percs, u 47700, lean syrup, purple drank, quaaludes, benzos, flualprazolam

      2c b, 2cb, angel dust, ayahuasca, dmt, ecstasy, e pills, hallucinogen*, iboga*
      lsd, blotter (acid|sheet*), tabs of acid, acid tab*, magic (mushroom*|truffle*), mdma
      mescalin*, mollies, molly (capsule*|crystal*|pill*|powder), mushroom spore*, nbome, pcp, peyote
      phencyclidine
      pingers, psilocin, psilocybin, psychedelic mushroom*, psychedelics, salvia divinorum, san pedro cactus
      shrooms, changa, bufo, psilocybe, cubensis, acid sheet*, sheet* of acid
      golden teacher (mushroom*|spore*), xtc

      cannabis seed*, marijuana seed*, grow weed, weed delivery, hash oil, hashish, moroccan hash
      hash (bar|brick)
      hhc, delta 8, pre rolls, prerolls, poppy (pod*|straw|tea), eight balls, salvia extract*
      cream chargers & (inhal*|party), k2 spice, spice (incense|paper), synthetic cannabi*, bong, dab rig*
      tweak pipe*
      bath salts ... snort*, khat

      1 4 butanediol, amyl nitrite, date rape drug*, gbl, ghb, ketamine, laughing gas, poppers (amyl|aroma*)
      rohypnol, roofies, (put|slip) in ... drink*

      anabolic*, anavar, clenbuterol, deca durabolin, dianabol, dnp, doping agent*, blood doping
      growth hormone*
      hgh, melanotan, nandrolone, ostarine, sarms, stanozolol, steroid cycle*, sustanon, trenbolone, winstrol
      testosterone (cypionate|enanthate), (epo|erythropoietin) & (blood|cycling|cyclist*|doping|race|season)
    `),
    exceptions: listed(`
      speed (boat*|skat*), dmt (converter*|file*|test*), ecstasy of, agony and the ecstasy, growth hormone (blood test*|test*), heroin chic
      hgh test*
      crack (repair*|seal*) pipe, ketamine (clinic|therapy), laughing gas for dentist*, lsd (diff*|limited*)
      meth (lab cleanup|contamination*), opium (den museum|eau|perfume*|wars), pcp (appointment*|visit*)
      psychedelics (conference*|podcast*|report*|research)
    `).concat(defences),
  },
  {
    category: "drugs",
    verdict: "blocked",
    reason: "The treasury does not pay for illegal drugs.",
    terms: listed(`
      buy drugs, clandestine lab*, darknet (market*|shop*|vendor*), dark web (market*|shop*|vendor*)
      designer (drug*|stimulant*), drug (dealer*|paraphernalia|takings), (hard|illegal|illicit|party
      |recreational|street) drug*, drug lab*, legal high*, meth lab, narcotic, narcotics, pill press*
      research chemicals
      prescription pad*, stealth shipping, (discreet|plain) packaging

      (synthetic|clean|fake) urine, (beat*|cheat*|pass*) ... drug test*, drug test* ... (detox|urine)

      without ... (prescription|script)
      without doctor
      no (prescription|rx|script), prescription not (needed|required)
    `),
    exceptions: listed(`
      narcotics anonymous, (contacts|glasses|goggles|lens*|sunglasses) (without|no) prescription
      no prescription (glasses|goggles|lens*|sunglasses|reading), without ... prescription (glasses|lens*)
      no prescription needed (glasses|goggles|reading)
      ${defences.map((phrase) => phrase.replace("{term}", "(narcotic*|doping|drug*)")).join(",")}
    `),
  },
];
