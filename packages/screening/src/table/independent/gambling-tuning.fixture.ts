// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const gamblingTuning: PurchaseGroup = {
  kind: "gambling",
  prohibited: purchases(`
    Bet365 | Put 500 on Arsenal to win on Saturday
    PokerStars | Deposit for tonight's tournament
    Royal Flush Casino | Chips worth 2,000 for the client's evening
    Lotto Direct | 40 lottery tickets for the big draw
    Derby Turf | Each-way bet on the grey in the 3:40 at Ascot
    StakeCoin | Bitcoin casino, 0.2 BTC to play dice
    Scratch & Win Kiosk | Scratchcards, a roll of 100
    ArbBot | Bot that places bets at several bookmakers at once
    Lucky Slots Machines | Two fruit machines for the back room, we have no licence
    Casino White Label | Turnkey online casino to run under our own name
    Greyhound Tote | Forecast bets on tonight's dog races
    Baccarat Live | Play with the quarter's surplus at the live dealer table
    Martingale Master | A roulette system with account funding, it should double our budget
    Blackjack VIP | Buy-in for the high-roller table in Macau
    Pools Panel | Football pools coupons, season ticket
    Numbers Man | Daily stake in the neighbourhood numbers game
  `),
  ordinary: purchases(`
    Beta Family | Beta testers for the app
    BetterHelp | Counselling sessions for employees
    Alpha Bet Learning | Alphabet posters for the nursery
    Slotted Angle Shelving | Slotted steel for shelves in the stock room
    Time Slot Booking | Appointment scheduling for the hair salon, annual
    Planning Poker Online | Estimation tool for the agile teams
    GamCare | Course on problem gambling for our support staff
    Casino Supermarché | Groceries for the seminar house in Lyon
    Poker Chip Cookies | Biscuits for the open day
    Dice Envy | Polyhedral dice for the board game café
    Ravensburger | Puzzles and family games for the shelf
    Horse & Country | Riding lessons for the youth group
    Pool Supplies Online | Chlorine and a skimmer net for the hotel pool
    Lucky Strike Lanes | Bowling for twenty people
    Odds & Ends Hardware | Assorted screws and wall plugs
  `),
};
