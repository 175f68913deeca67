// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const intrusionTuning: PurchaseGroup = {
  kind: "intrusion",
  prohibited: purchases(`
    Inbox Unlock | Get into my competitor's mailbox and forward everything to us
    StressHero | Take the other shop's site down for the weekend of the sale
    LockerKit | Ransomware with a payment page, for use against companies
    SpyPhone Pro | Hidden app on my wife's phone that shows her messages and where she is
    Zero Market | Unpatched iPhone exploit, not disclosed to Apple
    SimJump | Have a man's phone number moved to our SIM so that we receive his bank codes
    DarkCloud | Botnet rental, 10,000 infected computers for three days
    Phish Kitchen | A copy of a bank's login page that collects what people type in
    RatLab | Remote access trojan that antivirus does not see
    InsideMan | Pay an employee of the telecom operator for call records of our customer
    GradeFix | Somebody to break into the university's system and change a grade
    AccessBroker | VPN access to a mid-sized German manufacturer, sold by those who broke in
    Bypass Tools | Kit to unlock stolen iPhones from their owners' iCloud
    Crypter Club | Service that makes our malware undetectable
    WebShells R Us | Logins for 200 hacked WordPress sites to put our links on
    Wallet Drain Dev | Script that empties visitors' crypto wallets once they connect
    CookieJar Market | Session cookies of logged-in users from infected browsers
    Flood Texts | 100,000 texts pretending to be the post office with a link that steals card data
  `),
  ordinary: purchases(`
    Offensive Security | Penetration testing course and exam for one engineer
    Cloudflare | DDoS protection, business plan
    Burp Suite | Professional licence for testing our own web application
    Phishlabs | Removal of phishing sites that imitate our brand
    No Starch Press | Book about reverse engineering for the study group
    Worm Farm Direct | Compost worms for the school garden
    Back Door Company | Replacement of the back door of the storage unit
    Backblaze | Encrypted backups of the file server
    Spider Farmer | LED grow light for the herb wall
    Splunk | Log monitoring, ingest 50 GB a day
    Exploit Film Festival | Two tickets for the documentary night with clients
  `),
};
