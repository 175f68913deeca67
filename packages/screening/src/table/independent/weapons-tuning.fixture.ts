// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const weaponsTuning: PurchaseGroup = {
  kind: "weapons",
  prohibited: purchases(`
    Ridgeline Firearms | Two Glock 19 pistols with three magazines each, delivered to the office | equipment
    QuietShot Supply | A suppressor for the owner's .22 so the shooting cannot be heard next door
    Borderless Arms Broker | Forty used Kalashnikovs and a crate of cartridges for our client abroad
    Old Quarry Surplus | Six hand grenades, live, not the training kind
    Karpov Trading | Plastic explosive, two kilos, with detonators
    Streetwise Defense | Ten pairs of brass knuckles for resale in the web shop | inventory
    Aero Payloads | Drone attachment that drops mortar shells
    Redoubt Chemicals | Sample of sarin for a demonstration
    BioSource Exchange | Cultured anthrax spores, weaponised grade
    Frontier Gun Show Table 14 | Buy a revolver in cash from a private seller so that no background check is run
    Saltmarsh Pyro | Pipe bombs, set of three
    Kestrel Defence Export | Shoulder-fired anti-aircraft missile launcher, one unit, end user not disclosed
    CarbineWorld | Reload our stock: .223 Remington ammo, 20 cases, and high-capacity magazines
    MolotovMart | Ready-made petrol bombs for Saturday's demonstration
  `),
  ordinary: purchases(`
    The Home Depot | Glue gun and a box of hot glue sticks for the packaging table
    Wüsthof | Chef's knife and paring knife for the test kitchen | kitchen
    Victorinox Pro | Boning knives for the butcher's counter, 6 pcs
    Theragun | Massage gun for the staff wellness room
    Bulletproof Coffee | Ground coffee, 12 bags, for the kitchen
    Bullet Journal Co | Dotted notebooks for the planning workshop
    Royal Armouries | School group entry to the museum, 28 pupils
    Osprey Publishing | Two books on the history of medieval siege weapons for the library
    Canon | Toner cartridges for the two office printers, black and cyan
    Swann-Morton | Scalpel blades no. 11, box of 100, for the model-making room
    Bombay Spice Traders | Bath bombs and incense for the gift shop shelves
    Trigger.dev | Background job triggers, team plan, monthly
    Kärcher | Pressure washer lance and trigger for the dairy
    Barrel & Stave | Used oak wine barrels, 4, as planters for the terrace
    Dynamite Design Studio | Logo refresh, second instalment
    Sabre Airline Solutions | API access for the travel booking module
  `),
};
