import { mentions } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const shops = `(amazon|apple|ebay|google play|itunes|netflix|paysafe|playstation|psn|razer|roblox|starbucks
  |steam|target|uber
  |walmart|xbox)`;

const credits = "(google play|itunes|paysafe|playstation|psn|razer|roblox|steam|xbox)";

const relative = `(boyfriend|brother|cousin|daughter|friend|girlfriend|husband|nephew|niece|sister|son|wife)`;

/** Transferable money, payments to changed accounts, and bets on markets. */
export const cashEquivalents: readonly ProhibitedUse[] = [
  {
    category: "cash_equivalents",
    verdict: "review",
    reason: "Transferable money needs review.",
    terms: listed(`
      gift card*, giftcard*, gift code*, gift voucher*, e gift*, ${shops} (gift*|voucher*)
      ${credits} (card|code*|credit|top up*), steam wallet*, wallet code*
      (prepaid|preloaded) (card|code*|debit card*|mastercard*|visa), visa prepaid, reload* card*

      bitcoin*, btc, dogecoin, eth, ethereum, ether for gas, ether for staking, buy crypto
      litecoin, monero, xmr, xrp, cash into crypto
      crypto (atm|card|coin*|debit|exchange account|token*|wallet*), cryptocurrenc*
      (external|founder s|unhosted) wallet*
      stablecoin*, usdt, usdc, tether, memecoin*, meme coin*, altcoin*, presale token*, token (presale|sale)
      nft

      bullion, (gold|platinum|silver) (bar|coin*|ingot*), krugerrand*, banknotes, cash (advance*|withdrawal*)
      petty cash
      money order*, moneygram, western union, bearer bond*, cashier s (check|cheque), traveller s cheque*
    `),
    exceptions: listed(`
      gift card (box*|envelope*|holder*), (bitcoin|ethereum) api*, chocolate gold coin*
      (ethereum|solana) node*, diethyl ether, eth zurich
      counterfeit banknote*, (cash advance|cash withdrawal|money order) (charge*|fee*|interest)
      petty cash (bag*|book*|box|boxes|tin*), (box|safe|tin) for petty cash, (gold|silver) bar (bracelet*|earring*|necklace*|pendant*)
      (dog|safety|tool|work) tether*, tether* for (dogs|height|tools)
    `).concat(mentions),
  },
  {
    category: "changed_accounts",
    verdict: "review",
    reason: "Transfers to an account that is new, or not the payee's, need review.",
    terms: listed(`
      wire transfer*, wire to ... account, wire ... to the new
      transfer to ... (different|new) supplier
      (account|bank|payment) details (attached|changed|have changed|were changed)
      (account|bank details|iban|payee) (changed|has been changed|has changed|was changed)
      (change of|changed) ... (bank account|bank details|iban)
      (changed|new|updated) (account number|bank account*|bank details|iban|payment details)
      account other than, (do not|don t) call
      (into|to) (a|her|his|my|the) ... (different|personal|private) (account|iban)
      as asked by the (boss|ceo|cfo|director), escrow money

      (codes|vouchers|cards) worth, (card|code|voucher) of (20|25|50|100|200|500), of the codes
      me the (codes|numbers)
      (pay*|payment) ... (voucher|prepaid), (petrol|shopping|store|supermarket) voucher*
      (pay|send|transfer|wire) ... to (a|her|his|my|our|the|their) ... ${relative}, ${relative} s (account|iban)
      private (ad|person|individual|account), friends and family, cash app, venmo, zelle, e wallet
      (called|calls) (me|us), from (a new|another|a different|an unknown|his private) (address|email|mail
      |number), (account|bank|iban) ... differ*, new (landlord|supplier|vendor) (account|iban)
      (deposit|pay|remit|send|settle|transfer) ... (another|different|foreign|new) (account|bank|iban|payee)
      (their|his|her) new (account|bank|iban)
      (do not|don t) (ask|contact|mention|tell|verify), (cannot|do not|don t) (know of|recall|recogni*|remember)
      (pay|wire) (at once|immediately|right now), (free|release|unlock) ... (funds|inheritance|parcel|prize|winnings)
      inheritance, remote support, pickup in cash
      in notes, we do not know
    `),
    exceptions: listed(`
      new account (executive|fee|manager|opening|setup), opening of a new, inheritance (diagram|tax)
      remote support (licen*|plan|software|tool)
      inheritance (law|planning), free prize draw*, wire transfer (charge*|fee*)
    `),
  },
  {
    category: "risky_finance",
    verdict: "review",
    reason: "Bets on markets and high-cost credit need review.",
    terms: listed(`
      bail bond*, (call|put) option*, cfd, credit repair, day trading, debt settlement
      forex (account|deposit|position*|signal*|trading)
      hedge fund, leveraged, margin (account|loan*|trading), payday loan*, title loan*, penny stock*
      shares (for the|in|of) ... (treasury|tesla|apple|nvidia)
      (apple|nvidia|tesla) shares, loan shark

      (as|digital) ... investment, as a reserve, grams of gold, promised
      (lend|invest|park) ... (money|reserve|surplus), (futures|options|shares|stocks) (in|of|on)
      (buy|convert|into|swap) ... (coin|ether|sol|solana), defi
      percent a (day|week)
    `),
  },
];
