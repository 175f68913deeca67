// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const intrusionHeldOut: PurchaseGroup = {
  kind: "intrusion",
  prohibited: purchases(`
    Combo Lists | Leaked passwords and email addresses, 2 million, to try on other sites
    Keyhole Systems | Keylogger to be installed on the former partner's laptop without his knowing
    SocialCrack | Hack an Instagram account and hand us the password
    WifiBreaker | Crack the neighbour's wifi so that the office need not pay for its own
    Token Bazaar | Stolen API keys for language models, 30 accounts
    CloudDump | Database of patients that was taken from a hospital
    Key Relay Supply | Device that opens and starts parked cars by catching the key's signal
    Voice Tap | Bug to listen in on the board room of the other bidder
    Hacker4Hire | Delete our bad credit entry from the agency's database
  `),
  ordinary: purchases(`
    Cure53 | Security audit of our API, fixed price | security
    HackerOne | Bug bounty payouts, March
    1Password | Team password manager, 25 seats
    CrowdStrike | Malware and ransomware protection for 60 laptops
    Yubico | Hardware security keys for all staff
    Hack the Box | Training labs for the security team, yearly
    Hackathon Pizza | Pizzas for the internal hackathon, 40 people
    Gophish Training Partners | Simulated phishing emails to our own staff, agreed with the works council
    Timpson | Cutting of six spare office keys
    Chubb | New locks for the archive room after a lost key
    Have I Been Pwned | Domain search subscription to see whether our own addresses were leaked
    Trojan Horse Antiques | Carved wooden horse for the window display
    Rentokil | Bug and mouse inspection of the bakery
    Root Access Plants | Bare-root fruit trees, 20
    Apify | Scraping of public price lists, starter plan
    Cracker Barrel Catering | Lunch for the board meeting
    Virus Sampler GmbH | Air sampling for mould and viruses in the school building
    SANS Institute | Incident response course
  `),
};
