// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const adultServicesTuning: PurchaseGroup = {
  kind: "adult_services",
  prohibited: purchases(`
    Velvet Companions | A high-class escort for our visiting client on Thursday night
    Pornhub | Premium membership, one year
    OnlyFans | Subscription to three creators for the owner
    Candy Cams | Tokens for private shows with webcam models
    Jade Garden Massage | Massage with a happy ending
    Silk Doll Factory | Life-size sex doll, silicone
    Late Line | Phone sex minutes
    Bare Essentials Agency | Strippers for the bachelor party
    Leather Dungeon | One hour with a dominatrix
    Pleasure Chest Wholesale | Vibrators and dildos for resale
    XXX Vault | Download of the whole adult video library
    Red Lantern Travel | Trip to Pattaya with girls included
    Hookup Hub | Paid ads for our casual sex app
    AI Girlfriend Uncensored | Explicit roleplay chatbot, yearly plan
    Hentai Palace | Explicit adult comics, subscription
    Stag Weekenders | Topless waitresses for the stag do
    Night Nurse Agency Prague | Prostitutes for the hotel suite, two, overnight
  `),
  ordinary: purchases(`
    Oversize Escort Services | Escort vehicle for the transport of the 40 m girder
    Ford | Escort parts: brake discs and pads for the classic car
    City Lit | Adult education course in bookkeeping for one employee
    Strip Lighting Direct | LED strip lights for the showroom
    3M | Paint stripper and masking tape
    Wire Strippers Inc | Wire strippers and crimping pliers, five sets
    Naked Wines | Case of red for the client dinner
    Life Drawing Society | Life drawing evening course, model included, art school
    Playboy Archive at Getty | Editorial photo of the founder for a magazine history article
    Pole Position Karting | Karting for twelve
    Flagpoles Direct | Flag pole, 8 m, for the forecourt
    Barely There Packaging | Thin mailing bags, 1,000
    Hooker Furniture | Desk and sideboard for the lobby
    Dick's Sporting Goods | Footballs and bibs for the youth league
    Cummins | Diesel generator service
    Companion Care Home Supplies | Walking frames for the senior residence
  `),
};
