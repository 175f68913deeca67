import { defences, depictions } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Games for money. */
export const gambling: readonly ProhibitedUse[] = [
  {
    category: "gambling",
    verdict: "blocked",
    reason: "The treasury does not pay for gambling.",
    terms: listed(`
      gambling, gambler*, bookie*, bookmaker*, sportsbook*, betting (slip*|site*|tip*), binary option*
      (accumulator|combo|each way|football|forecast|horse|in play|lay|parlay|prop|sports|spread) bet*
      place* ... bet, bet ... (election|favourite|favorite|fight|horse*|race*), stake on
      (50|100|200|500|000) on ... to win
      on the favourite, exacta, trifecta, (dog|greyhound|horse) race* & (bet*|forecast|stake*), tote ticket*
      jackpot (draw|spin*|ticket*), (guaranteed|sure) (to win|wins), slot app, loot box*
      (place|put|stake) (20|50|100|200|300|500|1000) on, bingo ... cash prizes
      1xbet, betano, betmgm, bovada, kalshi, prizepicks, roobet, sky bet, teen patti
      bet365, betfair, betway, bwin, draftkings, fanduel, ladbrokes, paddy power, pokerstars, tipico, unibet
      william hill

      baccarat, casino (account|bankroll|bonus|chips|credit*|deposit), craps table*
      crypto dice, dice site*, provably fair
      fruit machine*, free spins, high roller*, hold em, holdem, keno, live dealer*
      online (bingo|casino*|poker|slots), pachinko
      poker (bankroll|bot*|buy in|stake*|tournament*)
      roulette (bet*|chips|martingale|spin*|stake*|system*|table*), slot machine*
      slots bonus, skin betting, (cs|csgo|cs2) skins, cash game*, slots account
      (50|100|500|000) on (black|number|red|the draw), video poker, (bingo|mahjong) ... (for money|stake*)
      ninety ball

      euromillions, football pools, pools coupon*, instant win ... ticket*
      lottery (draw|entr*|numbers|pool|syndicate|ticket*), lotto ticket*
      mega millions, numbers game, play the lottery, powerball, scratch off*, scratchcard*
      sports picks
    `),
    exceptions: listed(`
      gambling (addiction|harm*|problem*), scratch card* ... (loyalty|promotion), (problem|responsible) gambling, visa lottery, lottery ticket (holder*|wallet*)
      (mini|novelty|toy) (fruit|slot) machine*, {term}* ... play money, play money ... {term}*
    `).concat(defences, depictions),
  },
  {
    category: "gambling",
    verdict: "review",
    reason: "Possible gambling needs review.",
    terms: listed(`
      betting, blackjack, casino, fantasy sports, daily fantasy, fantasy ... cash prizes
      jackpot, lottery, lotto, poker
      polymarket, prediction market*, roulette wheel*, slots (game*|machine*|player*|spin*), sweepstake*
      tipster*, wager*, bingo (game|session)
    `),
    exceptions: listed(`
      casino (hotel|night|royale|supermarch*|theme*), fun casino, hotel casino, green card lottery, kanban poker
      lottery (fund*|grant*|h1b|visa), visa lottery
      jackpot junior, planning poker, poker (card*|chip*|face|set|sets|size|table cloth*|tablecloth*), (blackjack|roulette wheel*) (set|sets), {term}* ... play money, social casino*
      poker (dice|night|run), lottery ... fund*, lottery (registration*|ticket holder*|ticket wallet*), sweepstake* rule*, lotto (boot*|shoe*)
    `).concat(depictions),
  },
];
