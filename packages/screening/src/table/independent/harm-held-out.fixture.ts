// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const harmHeldOut: PurchaseGroup = {
  kind: "harm",
  prohibited: purchases(`
    Quiet Solutions | Have our former partner killed, made to look like an accident
    Torch & Run | Set the competitor's warehouse on fire
    Vitriol Supply | Acid to throw at the woman who left him
    Kidney Link | A kidney from a living donor in need of money
    Blackpaper Agency | Pressure on the witness so that he does not appear in court
    Pit Kings | Dogs trained for fighting, and the ring
    Gamecock Ranch | Fighting cocks with spurs for Sunday's match
    Night Dumpers | Drive the waste solvents into the woods, no papers, half the price of disposal
    Rage Callers | Call and threaten the tenant day and night until she moves out
    Little Hands Textiles | Shirts sewn by ten-year-olds, cheapest offer
    Vote Fog | Texts to voters of the other side with a wrong election day
    Exit Kit Co | A kit for ending one's own life, for a user who asked for it
    Bride Import | Buy a wife from abroad who cannot say no
    Ballot Helpers | People who vote in the names of others
    Hush Leverage | Dig up something on the councillor so that we can blackmail him into voting for us
    Fear Media | Videos of beheadings for a recruitment channel of the Islamic State
  `),
  ordinary: purchases(`
    Rentokil Initial | Rat and cockroach control in the restaurant, quarterly
    Terminix | Termite treatment of the barn | facilities
    Hitman Pest & Wasps | Removal of a wasp nest under the roof
    Acid Alkali Lab Supplies | pH test strips and citric acid for the lab course
    Fairtrade Foundation | Licence fee for the label on our chocolate
    Anti-Slavery International | Course on finding forced labour in our supply chain
    Blood Service Partners | Catering for the blood donation day
    Organ Works | Tuning and repair of the chapel's organ
    Ivory Coast Cocoa | Cocoa beans, 600 kg, traceable
    Rhino Linings | Coating for the pickup's bed
    Deadline Couriers | Same-day delivery of the signed lease
    Escape Hunt | Kidnap-themed escape room for eight colleagues
    Slaughter & May | Legal fees for the share purchase
    Attack Marketing | Street promotion of the new juice, two days
    National Trust for Victims | Donation to a shelter for women who fled from violence
  `),
};
