// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const adultServicesHeldOut: PurchaseGroup = {
  kind: "adult_services",
  prohibited: purchases(`
    Club Diamond | VIP table and lap dances for the sales team
    NudifyApp | Credits to make nude pictures of a colleague from her holiday photos
    SugarMatch | Membership to find a young woman who will go out with me for money
    Laufhaus Roxy | Evening in the brothel for four
    Fantasy Films | Shooting of a hardcore porn video, two actors
    Playroom Swingers | Entry for two to the swingers' club
    FetishWear Live | Custom fetish clips of a model's feet
    Lover's Lane Cinema | Rent of X-rated films for the club's back room
  `),
  ordinary: purchases(`
    Red Cross | Adult CPR training, twelve people
    Urban Massage | Chair massages at the office, one afternoon
    Hot Stone Spa | Voucher-free booking of the spa day for the team
    Boots | Condoms and leaflets for the university's sexual health week
    Planned Parenthood | Sex education workshop for teachers
    Intimate Weddings | Photographer for a small wedding, deposit
    Nude Foods | Lunch delivery without packaging, 20 people
    Mature Cheddar Co | Aged cheddar for the deli
    Sugar Daddy Donuts | Two dozen doughnuts for the morning meeting
    Fetish Priest Exhibition | Entry to an ethnography exhibition about West African fetish objects
    Swing World | Swing set and safety mats for the playground
  `),
};
