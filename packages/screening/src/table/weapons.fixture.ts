import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const weapons: PurchaseGroup = {
  kind: "weapons",
  prohibited: purchases(`
    Ridgeback Outfitters | Two Glock 19 with spare magazines for the night guards
    Ridgeback Outfitters | AR-15 lower receiver and a suppressor
    Northfield Tactical | 1,000 rounds of .223 for the range weekend
    Northfield Tactical | Remington 870, pump action, with a box of slugs
    Private seller | used revolver, cash on collection
    Gunsmith Eddy | converting the semi-automatic to full auto
    PrintYourOwn | STL files and filament for a 3D-printed gun
    Forge & Barrel | ghost gun kit, 80 percent lower
    Armory Direct | AK-47 and three magazines for the reenactment, live firing
    Armory Direct | sniper rifle with night scope
    Kestrel Surplus | four hand grenades, not deactivated
    Kestrel Surplus | RPG launcher and two rounds
    Chem Supply 24 | ammonium nitrate and fuses to make a bomb
    Blastline | C4 and blasting caps for the demonstration
    Blastline | dynamite, one crate
    Unnamed lab | precursors for sarin
    Unnamed lab | a sample of anthrax spores
    Isotope Market | polonium-210, 1 microgram, no questions
    Steel & Shadow | brass knuckles and a switchblade
    Steel & Shadow | throwing knives, stilettos and a sword cane for self defence
    QuickDraw | h o l l o w - p o i n t ammo for the carry piece
    QuickDraw | f1rearm cleaning and two new p1stols
    Guardian Imports | stun gun 800 kV for the courier
    Guardian Imports | silencer for a 9mm pistol
    Volt Drones | drone-mounted grenade dropper
    Desert Arms | machine gun rental with live ammunition for the staff party
    Desert Arms | bulk order: shells, 12 gauge, 2000 pcs
    Anarchist Press | step by step guide to building pipe bombs
    Helios Defence Brokers | anti-tank missiles, brokered shipment | defence
    Molotov Bros | bottles and fuel, ready-made Molotov cocktails
    Pyro Depot | thermite and igniters to burn the safe open
    Old Mill Trading | \u0433ifles and bayonets, crate of twelve
  `),
  ordinary: purchases(`
    Lensrental | gimbal and lights to shoot a product video
    Studio Nord | photo shoot of the autumn range, half a day
    Unity Asset Store | weapon-themed game asset pack, low poly swords and rifles
    Epic Games Fab | animated gun models for our shooter prototype
    Kenney | pixel art bullets, bombs and explosions sprite sheet
    Hilti | powder-actuated nail gun service
    Milwaukee Tool | caulk gun and a grease gun for the fitters
    Arrow | T50 staple gun and 5,000 staples
    Ryobi | hot melt glue gun for packaging
    Fluke | infrared thermometer gun for checking the servers' racks
    Datalogic | handheld scanner gun, USB, for the stock room
    Nespresso | double shot espresso capsules, 200
    The Bullet Journal Company | bullet journals and pens for the workshop
    Magic Bullet | blender for the office kitchen
    Trek | hardtail mountain bike for the delivery rider
    Barcelona Tourism | city cards for the Arsenal match trip
    Arsenal FC | four tickets for the client evening
    Shure | SM7B and a shotgun mic with windshield
    Armstrong Ceilings | acoustic tiles for the meeting room
    Ammo Games | licence for the party quiz app
    BulletProof Coffee | 12 bags of ground coffee
    PagerDuty | on-call plan so that we can pull the trigger on incidents faster
    LaunchDarkly | kill switch feature flags for servers, Pro plan
    Elgato | green screen and key light for the war room
    Ballistic Cases | rugged phone case for the field team
    National Theatre | prop sword and blank-firing replica hire for Hamlet
    Adobe Stock | vector icons: shield, sword, cannon, arrow
    Sharp | calculators and a printer
    Pistole Records | vinyl of Guns N' Roses for the raffle
    Magnum Photos | print licence for the annual report
    Colt Technology Services | 1 Gbit/s leased line, November
    Remington | hair dryer for the model's dressing room
    Winchester Cathedral | tickets for the team outing
    Caliber Home | spirit level and digital callipers
  `),
};
