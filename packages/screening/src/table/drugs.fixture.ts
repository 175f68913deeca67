import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const drugs: PurchaseGroup = {
  kind: "drugs",
  prohibited: purchases(`
    Silk Route Mirror | 10 g cocaine, stealth shipping
    Silk Route Mirror | 3.5 g of crack and a pipe
    Night Pharmacy | oxycodone 80 mg without a prescription
    Night Pharmacy | Xanax bars, 100, no script needed
    Night Pharmacy | Adderall from a reseller, thirty pills, no doctor
    Lotus Lab | 50 tabs of LSD, 150 ug
    Lotus Lab | DMT carts, five
    Lotus Lab | 2C-B pills for the after party
    Greenhouse Collective | psilocybin truffles and magic mushroom spores grow kit
    Iron Temple | testosterone enanthate and trenbolone, 10 vials
    Iron Temple | anabolic steroids cycle for bulking
    Iron Temple | HGH from an underground lab
    Corner contact | an ounce of heroin
    Corner contact | crystal methamphetamine, one eighth
    Corner contact | ketamine, 5 grams, pickup
    Corner contact | MDMA crystals, champagne colour
    Precursor Trade | pseudoephedrine in bulk to cook meth
    Precursor Trade | P2P and methylamine, reagent drum
    Pill Press Pro | pill press with Xanax stamps
    Chem Bazaar | fentanyl analogues, research grade, discreet
    Chem Bazaar | nitazene powder, 10 g
    Chem Bazaar | GHB, one litre
    Chem Bazaar | mephedrone and other bath salts to snort
    Vapor King | K2 spice, synthetic cannabinoid paper
    Festival Friends | ecstasy for six people
    Festival Friends | party drugs: speed, coke and mollies
    Festival Friends | laughing gas chargers for inhaling at the party, nitrous oxide tank
    RX Import | codeine cough syrup for lean, cash
    RX Import | Viagra and tramadol shipped without prescription
    Amazon Basics | c.o.c.a.i.n.e, baby powder listing
    Discreet Mail | h3r0in, 2 grams, vacuum sealed
    Discreet Mail | fen\u200btanyl patches from a patient
    Ayahuasca Now | ayahuasca brew, shipped in a shampoo bottle
  `),
  ordinary: purchases(`
    First Databank | drug interaction API for a clinic, monthly
    DrugBank | academic licence of the drug data set
    Cerner | medication list module for the practice
    Boots | ibuprofen, plasters and hay fever tablets for the first aid box
    CVS | cough drops and vitamin C
    Walgreens | flu shots for twelve employees
    McKesson | insulin syringes for the diabetes clinic
    Henry Schein | lidocaine for the dental practice, licensed purchase
    Quest Diagnostics | pre-employment drug tests, 5 panels
    Labcorp | drug screening for truck drivers, DOT compliance
    Narcan Direct | naloxone kits for the first-aid cabinets
    DanceSafe | drug checking reagent kits for the harm reduction booth
    Addiction Center | seat at the opioid crisis conference
    Hazelden | workplace addiction counselling sessions
    Weedmaps | market report on the cannabis retail industry
    Scotts | weed control for the office lawn
    Home Depot | weed whacker and extension cord
    Coca-Cola | 10 crates of Coke Zero for the office fridge
    Pepsi | vending machine, coke and lemonade refills
    Speed Queen | washer and dryer for the staff house
    Crack Filler Co | asphalt crack sealant for the car park
    Crystal Reports | SAP Crystal Reports licence
    Swarovski | crystal award for the best salesperson
    Molly Maid | office cleaning, three hours
    Ecstasy of Gold Records | film music licence
    Heroine Apparel | T-shirts for the women in tech day
    Acid Magic | cleaning acid for swimming pools
    AcidTest Audio | TB-303 clone, acid bass sample pack
    Mushroom Box | fresh shiitake and oyster mushrooms for the canteen
    Joint Genome Institute | sequencing run, two samples
    Grass Valley | video switcher
    Opium Restaurant | dinner with the Dublin partners
    Netflix | Narcos seasons, screening licence for the film club
    FDA | drug establishment registration fee
    Bio-Rad | agarose gel and buffers
    Spice World | paprika, cumin and turmeric in bulk
    Pot & Plant | terracotta pots and soil
    Merck | reference standard of caffeine for HPLC
  `),
};
