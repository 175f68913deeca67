import { mentions } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const shops = `(amazon|apple|ebay|google play|itunes|netflix|paysafe|playstation|psn|razer|roblox|starbucks
  |steam|target|uber
  |walmart|xbox)`;

const credits = "(google play|itunes|paysafe|playstation|psn|razer|roblox|steam|xbox)";

/** Money that can be passed on, money to where it did not go before, and bets on markets. */
export const cashEquivalents: readonly ProhibitedUse[] = [
  {
    category: "cash_equivalents",
    verdict: "review",
    reason: "Money that can be passed on is put before a person.",
    terms: listed(`
      gift card*, giftcard*, gift code*, gift voucher*, e gift*, ${shops} (gift*|voucher*)
      ${credits} (card|code*|credit|top up*), steam wallet*, wallet code*
      (prepaid|preloaded) (card|code*|debit card*|mastercard*|visa), visa prepaid, paysafecard, reload* card*
      top up codes

      bitcoin*, btc, dogecoin, eth, ethereum, ether for gas, ether for staking, buy (crypto|ether|solana)
      litecoin, monero, xmr, xrp, cash into crypto
      crypto (atm|card|coin*|debit|exchange account|token*|wallet*), cryptocurrenc*
      (external|founder s|unhosted) wallet*
      stablecoin*, usdt, usdc, tether, memecoin*, meme coin*, altcoin*, presale token*, token (presale|sale)
      nft

      bullion, (gold|platinum|silver) (bar|coin*|ingot*), krugerrand*, banknotes, cash (advance*|withdrawal*)
      withdraw cash, petty cash
      money order*, moneygram, western union, bearer bond*, cashier s (check|cheque), traveller s cheque*
    `),
    exceptions: listed(`
      gift card (box*|envelope*|holder*), (bitcoin|ethereum) api*, chocolate gold coin*
      (ethereum|solana) node*, diethyl ether, eth zurich
      withdraw cash fee, counterfeit banknote*, banknote (counter*|detector*)
    `).concat(mentions),
  },
  {
    category: "changed_accounts",
    verdict: "review",
    reason: "Transfers to an account that is new, or not the payee's, are put before a person.",
    terms: listed(`
      wire transfer*, wire to ... account, wire to settle, wire ... to the new
      transfer to ... (different|new) (account|iban|supplier)
      (account|bank|payment) details (attached|changed|have changed|were changed)
      (account|bank details|iban|payee) (changed|has been changed|has changed|was changed)
      (change of|changed) ... (bank account|bank details|iban)
      (changed|new|updated) (account number|bank account*|bank details|iban|payment details)
      account other than, account instead of, instead of the usual, (do not|don t) call
      (into|to) (a|her|his|my|the) ... (different|personal|private) (account|iban)
      as asked by the (boss|ceo|cfo|director), escrow money
    `),
    exceptions: listed(`new account (executive|fee|manager|opening|setup)`),
  },
  {
    category: "risky_finance",
    verdict: "review",
    reason: "Bets on markets, and credit on harsh terms, are put before a person.",
    terms: listed(`
      bail bond*, (call|put) option*, cfd, credit repair, day trading, debt settlement
      forex (account|deposit|position*|signal*|trading)
      hedge fund, leveraged, margin (account|loan*|trading), payday loan*, title loan*, penny stock*
      shares (for the|in|of) ... (treasury|tesla|apple|nvidia)
      (apple|nvidia|tesla) shares, removes entries from a credit, loan shark
    `),
  },
];
