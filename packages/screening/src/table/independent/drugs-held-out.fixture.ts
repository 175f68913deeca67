// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const drugsHeldOut: PurchaseGroup = {
  kind: "drugs",
  prohibited: purchases(`
    Silver Coast Imports | 500 grams of cocaine
    BlueSky Pharma Direct | Oxycodone 30 mg tablets, 200, without a prescription
    Amsterdam Party Box | Ecstasy pills for the company's after-party, about fifty
    PsyGarden | Dried magic mushrooms, 100 g
    Crystal Clear Supply | Crystal meth, one ounce, discreet packaging
    Vitality Underground | Testosterone and trenbolone vials for the gym's members, no doctor involved
    Pill Press World | A tablet press and dies stamped like real painkillers so we can sell fakes
    Whip-It Warehouse | Cream chargers for the club's guests to inhale, laughing gas by the balloon
    StudyBoost | Adderall for the whole developer team, bought from somebody who has a prescription
    Spice Route Herbals | Synthetic cannabinoids sprayed on herb, sold as incense
    Poppy Hill | Raw opium, 250 grams
    Green Door Dispensary | Cannabis edibles and THC vapes to be mailed to customers in all states
    Jungle Visions | DMT and ayahuasca brew for the retreat's participants
  `),
  ordinary: purchases(`
    Weed Free Lawns | Spring weed control for the car park borders
    Scotts | Weed and feed lawn fertiliser, 4 bags
    Coca-Cola Europacific | Coke Zero and Fanta, 20 crates for the canteen
    Portobello Mushroom Farm | Oyster and shiitake mushrooms for the weekly veg boxes
    Joint Stock Coffee | House blend beans, 10 kg
    The Hemp Rope Company | Hemp rope, 12 mm, 200 m, for the climbing garden
    Medline | First aid kits with paracetamol and plasters for each floor
    King Arthur Baking | Poppy seeds and bread flour, 25 kg
    Springer Nature | Access to a paper on opioid addiction treatment
    High Times Ladder Hire | Hire of a 9 m ladder for the gutter job
    Nespresso | Capsules for the meeting rooms, 400
    Thermo Fisher | Buffer solutions, pipette tips and agar plates for the teaching lab
    Grasshopper | Virtual phone numbers for the sales team
    Roche Diagnostics | Calibration of the blood glucose analyser
  `),
};
