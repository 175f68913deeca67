import { defences, defencesAgainst, mentions, playthings } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Goods that need a licence in many places. */
export const controlledGoods: readonly ProhibitedUse[] = [
  {
    category: "controlled_goods",
    verdict: "review",
    reason: "Goods that need a licence in many places need review.",
    terms: listed(`
      airsoft, baton*, bayonet*, body (armor|armour), (ballistic|bulletproof|stab) vest*, hunting kni*, bow and arrow*
      broadheads, catapult*, combat kni*
      (compound|hunting) bow*, crossbow*, handcuffs, katana*, machete*, nunchuck*, pepper spray
      (bear|mace) spray, bear trap*, pyrotechnic*, uranium, slingshot*, cattle prod*, taser*
      tear gas, (night vision|thermal) (goggle*|rifle*|scope*|sight*)
      class (3b|4) ... laser*
      handheld laser*, bump key*, lock pick*, lockpick*, jammer*, radar detector*, firecracker*, fireworks

      ammonium nitrate, (concentrated|fuming) ... (nitric|sulfuric|sulphuric)
      hydrogen peroxide & (35|50|70|concentrated), nitric acid
      (potassium|sodium) (chlorate|cyanide|nitrate|perchlorate), cyanide, sodium azide, chloroform
      arsenic, mercury (liquid|metal), thallium, acetic anhydride, methylamine, red phosphorus
      iodine crystals, ephedrine
      ephedra, nitrous oxide, americium, cobalt 60, iridium 192, radium, radioactive source*, pure ethanol
      freon r12

      cannabis, cbd (edible*|gumm*|oil*), kratom, marijuana, thc, cigar, cigarette*
      nicotine, shisha, snus
      tobacco, vape, vaping, absinthe, bottles of spirits, (bottle*|case*) of (bourbon|brandy|cognac|scotch)
      gin, liquor, moonshine, rum, schnapps, cigarillo*
      scotch whisk*, tequila, vodka, whiskey, whisky, exotic pet*, live (monkey|snake|tarantula)
    `),
    exceptions: listed(`
      adobe fireworks, fireworks ai
      bayonet (adapter*|base*|bulb*|cap*|connector*|fitting*|lamp*|lens*|mount*)
      cannabis (industry|market*|retail*)
      cigar (box*|case*|cutter*), cigarette (case*|holder*|lighter socket*), (candy|chocolate) (cigar*|cigarette*)
      recurve bow*, compound bow (string*|wax)
      (brandy|gin|rum|sherry|vodka|whisky|whiskey) (ball*|butter|cake*|cream|essence*|flavour*|sauce*|stone*|trifle*)
      nicotine (gum|lozenge*|patch*|replacement*), radium dial*, slingshot (adapter*|bag*|cable*|strap*)
      (catapult|stab) proof, cotton gin, gin rummy, jammer (keyboard*|tool*), machete film*
      nicotine free, pepper spray bottle*
      rum raisin, (gin|rum|vodka|whisky|whiskey) (barrel*|glass*), (absinthe|liquor) (cabinet*|fountain*), jam jammer*
      baton (relay|race), (conductor|relay) baton*
      catapult (sports|system*)
    `).concat(
      defencesAgainst(
        "jammer",
        "nicotine",
        "testosterone",
        "tobacco",
        "vaping",
        "arsenic",
        "mercury",
      ),
      mentions,
      playthings,
    ),
  },
  {
    category: "controlled_goods",
    verdict: "review",
    reason: "Prescription medicines need review.",
    terms: listed(`
      adderall, alprazolam, ambien, amoxicillin, antibiotics, barbiturate*, botox, botulinum, buprenorphine
      cialis, clonazepam, codeine, diazepam
      dilaudid, gabapentin, hydrocodone, hydromorphone, isotretinoin, ivermectin, klonopin, lorazepam
      methadone, methylphenidate, mifepristone
      misoprostol, modafinil, morphine, oxycodone, oxycontin, ozempic, percocet, dermal filler*
      filler injection*, phenobarbital, pregabalin, promethazine, propofol, ritalin, semaglutide
      sildenafil, sleeping (pill*|tablet*), suboxone, tadalafil, testosterone, tramadol, valium, viagra
      vyvanse, wegovy, xanax, zolpidem
      prescription (anaesthetic*|anesthetic*|drug*|medication*|medicine*|painkiller*)
      weight loss (injection*|pens), diet pills
    `),
    exceptions: [...defences, "{term} (blood test*|guideline*|leaflet*|test)"],
  },
];
