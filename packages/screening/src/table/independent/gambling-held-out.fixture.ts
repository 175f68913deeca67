// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const gamblingHeldOut: PurchaseGroup = {
  kind: "gambling",
  prohibited: purchases(`
    SpinPalace | Top up the online slots account
    DraftKings | Entry fees for daily fantasy contests
    SureTips | Subscription to football betting tips
    SkinJackpot | Bet Counter-Strike skins on roulette
    Bingo Palace Online | Credits for bingo games for money
    Polymarket | Stake 1,000 dollars on who wins the election
    Mayweather Bets | Wager on the fight by knockout in round six
    EsportsOdds | Accumulators on the League of Legends finals
    Ladbrokes | Odds-on bets with the marketing budget
  `),
  ordinary: purchases(`
    Alphabet Index Funds Research | Report on lottery scholarship programmes for an education study
    Best Western | Three rooms near the trade fair
    Roulette Wheel Bearings | Bearings for the conveyor rollers
    Bosch | Jackpot-named cordless drill bundle, spring sale
    Gamblers Anonymous | Donation for a helpline
    Bicycle Cards | Playing cards for the retirement home's bridge club
    Unity | Games engine seats for our studio
    Bookmaker's Binding | Binding of 30 theses
    Tote Bag Co | Cotton tote bags with our logo, 500
    Raffle Print | Numbered cloakroom tickets
    Wheel of Fortune Displays | Prize wheel for our stand, small free giveaways for visitors
    Stake & Post Fencing | Fence stakes, 200, for the orchard
    Chance Encounters Events | Networking breakfast, four seats
  `),
};
