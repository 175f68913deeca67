import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const adultServices: PurchaseGroup = {
  kind: "adult_services",
  prohibited: purchases(`
    Velvet Agency | escort for the client's evening in Vegas
    Velvet Agency | high-class call girl, two hours
    Velvet Agency | escorts for the conference after party
    Red Lantern | brothel visit for the delegation
    Red Lantern | erotic massage with happy ending
    Red Lantern | prostitutes for the yacht trip
    Cam Stars | private show with a cam girl
    Cam Stars | tokens for a live sex cam site
    OnlyPeek | porn site subscription
    OnlyPeek | subscription to an adult model's explicit content
    Club Diamond | VIP table at the strip club
    Club Diamond | strippers for the retirement party
    Club Diamond | lap dances for the sales team
    Nude AI | undress app credits to make nudes of colleagues
    Nude AI | deepfake porn of a celebrity
    Hookup Pro | sugar baby arrangement, monthly
    Adult Films Direct | XXX DVDs, ten
  `),
  ordinary: purchases(`
    Sussex University | adult education evening course
    Adult Swim Shop | Rick and Morty mugs
    Essex County Council | parking permit
    Planned Parenthood | sex education booklets for schools
    Durex | condoms for the festival's health stand
    Massage Envy | chair massage for staff, wellness day
    Thai Spa | foot massage vouchers for two winners
    Paint Strippers UK | paint stripper, five litres
    Klein Tools | wire strippers and crimpers
    Hamilton Beach | strip lights for the studio
    Ford | Escort Mk2 oil filter
    Convoy Escort Ltd | pilot car to escort an oversize load
    Bark | content filter against adult sites for school tablets
    Naked Wines | twelve bottles for the reception
    Naked Juice | smoothies for the canteen
    Net Nanny | porn filter for the library PCs
    Sugar Baby Sweets | caramels for the trade fair
    Webcam World | HD webcams for remote staff
    Cam & Follower Ltd | camshaft for the demonstration engine
  `),
};

export const gambling: PurchaseGroup = {
  kind: "gambling",
  prohibited: purchases(`
    Lucky Spin | 100 USD credit at an online casino
    Lucky Spin | slots bonus package
    Lucky Spin | blackjack chips to double the remaining budget
    Bet Harbour | accumulator bet on Saturday's football
    Bet Harbour | 50 on the favourite in the 3:30 at Ascot
    Bet Harbour | sportsbook deposit
    Bet Harbour | wager on who wins the election
    Mega Draw | Powerball tickets, twenty
    Mega Draw | lotto syndicate share
    Mega Draw | scratch-offs for the float
    Poker Cloud | buy-in for a poker tournament
    Poker Cloud | poker bot credits, real money tables
    Crypto Dice | stake on a crypto dice site
    Crypto Dice | roulette martingale funds
    Skin Bets | CS2 skin betting deposit
    Prediction Pit | binary options, 60 second trades
    Bingo Palace | bingo credits, real prizes
    Tipster | paid betting tips and the stakes for them
  `),
  ordinary: purchases(`
    Fun Casino Hire | casino theme night with play money for the staff
    GambleAware | donation
    Playtika | market analysis of social casino games
    Poker Chip Mania | clay poker chips as a raffle prize
    Betty Crocker | cake mixes for the bake sale
    Alphabet City | letters for the shop front
    AlphaBeta Testing | beta testers for the app
    Stake Technology | wooden stakes and twine for the garden
    Roulette Intermedium | concert tickets
    Slot Car Racing | table game for the trade fair
    Calendly | more booking slots
    PCIe Direct | riser card for slot 3
    Lottery Funded Heritage | entrance tickets for the museum
    Raffle Tickets Direct | numbered tickets for the charity raffle
    Dice Careers | job advert, 30 days
    Backblaze | object storage, no bets on price
    Card Factory | playing cards with our logo
    Bingo Loco | icebreaker bingo sheets for the offsite
  `),
};
