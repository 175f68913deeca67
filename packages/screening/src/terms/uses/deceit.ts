import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const places = `(amazon|app store|facebook|google|instagram|linkedin|reddit|soundcloud|spotify|telegram|tiktok
  |tripadvisor|trustpilot|twitch|twitter|yelp|youtube)`;

/** Deception of people. */
export const deceit: readonly ProhibitedUse[] = [
  {
    category: "fraud",
    verdict: "blocked",
    reason: "The treasury does not pay for deception.",
    terms: listed(`
      phishing, phish kit*, phishkit*, smishing, vishing, spear phish*, pretend to be, pretending to be, pose as
      posing as, impersonate, impersonating, spoofed, spoof (calls|email*|sms)
      spoofing (service|tool|transmitter)
      gps spoof*, caller id spoof*, to our sim, deepfake*
      (clone|clones|cloned|cloning|copy|imitat*) ... voice ... (authori*|ceo|cfo|pays|transfer)
      clone of ... voice, voice clon* ... (ceo|cfo|boss)
      (look*|sound*) like (it|they) (comes|come|came) from, lookalike domain*
      (clone*|copied|copy|fake|lookalike|ready made) ... login page*, login page* ... (collect*|telegram)
      kyc bypass, hoax call*, false emergency call*, fake emergency call*

      refund (fraud|scam*), refund as a service, refunding (method*|service*), refunds for goods we have
      (chargeback|credit card|insurance) fraud, scam, scamming, scammer*, ponzi*
      (ad|bank|benefit*|click|tax|visa|wire) fraud, swindl*, embezzl*, falsif*, deceiv*, impostor*, con artist*
      pyramid scheme*
      members pay the returns, (recruit|bring) ... (friends|members) ... (commission|earn|return*)
      guaranteed ... (return*|profit*|percent) ... (day|month|week), guaranteed (40|50|100) percent, advance fee (fraud|scam*|scheme*)
    advance fee & (inheritance|loan|lottery|million*|prince|prize|release|unlock|winnings)
      then asking for money, empty box return*, cash app flip*
      stag* ... (accident|burglary|crash|robbery|theft)
      insurance payout, (fall|accident|injury|theft) that did not happen
      (claims|filed) ... (other people|strangers), coupon fraud
      (false|fake|phantom) charit*

      ,
      (somebody|someone|stand in) to (sit|take|write) ... (certification|course|exam*|test), sit my ... exam
      contract cheating, exam dump*
      (leaked|tomorrow s|stolen) ... exam*, exam questions before, (essay|thesis|dissertation) ... (written for|
      ghostwritten), write my (dissertation|essay|thesis), ghostwritten ... (dissertation|essay|thesis)
    `),
    exceptions: listed(`
      phishing simulation*, simulated phishing*, known scam*, deepfake detect* before
      removal of phishing, (spot|find|report) ... (phishing|scam*)
    `).concat(defences),
  },
  {
    category: "fraud",
    verdict: "blocked",
    reason: "The treasury does not pay for reviews or opinions.",
    terms: listed(`
      (5 star|1 star|five star|one star|bad|fake|glowing|good|negative|positive|verified) ${places} (rating*
      |review*)
      (1 star|5 star|aaa|bought|fake|five star|glowing|one star|paid|negative|positive) ... reviews
      reviews ... (from accounts|never bought|never stayed|never visited|by bots|by paid), buy ... reviews
      post (bad|good|negative|positive) reviews
      ${places} (followers|likes|plays|streams|subscribers|upvotes|views), sock puppet*, astroturf*
      troll (army|farm*), bot (accounts|army), sim farm*, robocall*, spam (blast*|campaign*|run)
      (bot|bots|buy|buying|bought|fake|instant|overnight|paid) & (followers|likes|subscribers|upvotes)
      bot (clicks|comments|traffic|views), (ad|ads|competitor*) clicks
      clicks on ... (competitor*|rival*), click (bot*|farm*)
      (bot*|bought|buy|buying|fake|paid) ... votes, vote buying, votes for our
      (remove|take down) a bad review
    `),
    exceptions: listed(`
      (answer*|monitor*|repl*|respond*) ... reviews
      (followers|likes|reviews|subscribers|upvotes|views) (analysis|analytics|report*|statistics|widget*)
      ${places} (followers|likes|reviews|subscribers|views) (analysis|analytics|report*|statistics|widget*)
      campaign for more real followers, real followers
    `).concat(defences),
  },
];
