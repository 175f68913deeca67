// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const weaponsHeldOut: PurchaseGroup = {
  kind: "weapons",
  prohibited: purchases(`
    Lone Pine Ammo Depot | 1,000 rounds of 9mm hollow points
    Steel River Tactical | AR-15 rifle, complete, for the owner
    EightyPercent Works | Ghost gun kit with unfinished lower receiver and jig, no serial number
    NightEdge Blades | Switchblades and butterfly knives to hand out to the door staff
    VoltGuard | Stun guns for the three night drivers
    ShieldSpray Wholesale | 24 cans of pepper spray and tear gas for the shop's counter
    PrintShop3D Files | Download of STL files for printing a working handgun on our lab's printer
    Patriot Parts | Conversion switch that makes a semi-automatic pistol fire fully automatic
    Bump & Trigger Co | bump stock and forced reset trigger
    Huntsman's Corner | 12 gauge pump shotgun plus five boxes of buckshot for keeping trespassers off the lot
    Crosswind Archery | Crossbow with broadhead bolts meant for scaring off the squatters
    Armory Exchange | Deposit on a Browning M2 machine gun
    Fenwick Militaria | Live artillery shell with working fuse
    Wolfpack Outfitters | Sniper scope and bolt-action rifle, we want to be able to hit somebody at 800 metres
  `),
  ordinary: purchases(`
    Bostik Direct | Caulking gun, two, for sealing the office windows
    Nerf Outlet | Foam dart blasters for the team's Friday afternoon
    Graco | Airless paint spray gun for repainting the workshop
    Zebra Technologies | Handheld barcode scanner gun with cradle
    Shoot Local Studio | Half-day product photo shoot for the autumn catalogue
    Hilti | Nail gun cartridges and a box of concrete nails for the fit-out crew
    Fiskars | Axe and splitting maul for the campsite's firewood
    Magazine Heaven | Annual subscription to three trade magazines for the waiting area
    Cannon Street Stationers | Envelopes and label paper
    Rocket Software | Renewal of terminal emulator licences, 5 seats
    Missile Command Arcade Hire | Retro arcade cabinet rental for the summer fair
    Milwaukee Tool | Heat gun for shrink tubing, electronics bench
    Grenadine Drinks Ltd | Grenadine syrup and soda for the cocktail class
    Fencing Supplies UK | Foils, masks and jackets for the university fencing club's beginners
  `),
};
