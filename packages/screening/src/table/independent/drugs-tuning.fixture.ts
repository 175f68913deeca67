// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const drugsTuning: PurchaseGroup = {
  kind: "drugs",
  prohibited: purchases(`
    Canna Courier | Two ounces of weed for the founder
    Tesla Tabs | One sheet of LSD blotters
    Harbor Connect | Heroin for a customer who pays double
    Sleepwell Online Chemist | Xanax bars sold without a script, 300 pieces
    NorthChem | Fentanyl powder, 50 g, to press into our own tablets
    Lab Reagents Overseas | Pseudoephedrine in bulk for cooking methamphetamine
    K-Hole Logistics | Ketamine, 20 g
    Nightcap Chemicals | GHB to put in drinks
    Andes Leaf | Coca leaves, ten kilos, for extraction
    ClearPass | Synthetic urine so that our driver passes his drug test
    Smoke Galaxy | Crack pipes and meth pipes for the shop's shelf | inventory
    RC Vendor EU | Designer stimulants sold as research chemicals, mephedrone and the like
    Rapid Reps | Anabolic steroids and human growth hormone for the football team
    Lean Kings | Codeine syrup, 12 bottles, for mixing purple drank
  `),
  ordinary: purchases(`
    McKesson | Bandages, saline and nitrile gloves for the clinic's stock room
    Drugstore.com Archive | Old print advertisement scans for the design team's moodboard
    Quest Diagnostics | Pre-employment drug screening for six new drivers
    Speedtest by Ookla | Enterprise speed test licence for the support desk
    Crack Repair Pros | Seal cracks in the warehouse floor before the forklift arrives
    Poppy Appeal | Remembrance poppies for the reception desk | donation
    Ecstatic Dance Studio | Studio hire for the wellness afternoon
    Acid Labs Print | Acid-free paper and archival folders
    Veterinary Supply Co | Worming paste for the riding school's ponies
    Crystal Head Glass | Crystal glasses, 48, for the gala
    Narcan Training Institute | Overdose response training for the shelter's staff
    Pot Luck Garden Centre | Terracotta pots and potting soil for the atrium
    Vitamin Shoppe | Vitamin D and magnesium for the staff room
    Trip.com | Train trip Shanghai to Hangzhou for the supplier visit
    British Pharmacopoeia | Online access 2026 for the quality department
  `),
};
