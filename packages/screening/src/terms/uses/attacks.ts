import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { devices } from "./word-groups.ts";

/** Attacks on computers, accounts and devices, and their tools. */
export const attacks: ProhibitedUse = {
  category: "intrusion",
  verdict: "blocked",
  reason: "The treasury does not pay for attacks on other people's computers.",
  terms: listed(`
    (break|breaks|breaking|broke) into ... ${devices}
    (get|gets) into (a|her|his|somebody s|someone s|their) ... ${devices}, hack into
    hacking service*
    (hack|hacks|hacking) (a|an|her|his|my|our|someone|somebody|the|their) ... ${devices}
    (hack|hacks) (him|them|her), hacker (for hire|to|who), (hire|rent|paid|pay) ... hacker*
    hacked (accounts|sites|wordpress)
    get into ... (competitor*|rival*|mailbox*)
    change ... (grade*|marks) ... (portal|school|system|university), change grades
    proctor* & (break|bypass*|cheat*|fool*), crack ... password*, password crack* service*
    (capture*|collect*|harvest*|sniff*) ... (card data|card details|credential*|passwords|what people type)
    (grab*|intercept*|steal*) ... (card data|card details|codes|credential*|login*|password*|token*)
    (log in|login) to customers, (one time codes|otp) & (bot*|call*|intercept*|steal*), bank codes
    brute forc*, (guess|crack|try) ... (passcode*|pin), bulletproof hosting
    (attack|flood) against, trojanised, trojanized, key logger*
    (alter|change) ... (attendance|exam|grade|medical|police|school) records, (clon*|copy of a) sim
    (number*|sim) & (moved to our|port out|swap*)

    ddos, booter, ip stresser*, stresser service*,
    flood* (a|competitor*|her|his|rival*|the|their) ... (inbox|line|phone|server*|site|website|with)
    (bring|knock|take|taking) ... (competitor*|rival*|other shop) ... (down|offline)
    (bring|knock|take) ... (shop|site|website) ... (down|offline)

    exploit (chain*|kit*), (0 day|0day|zero click|zero day) ... exploit*, unpatched
    undisclosed (exploit*|vulnerabilit*)
    (exploit*|vulnerabilit*) ... not (disclosed|reported), working exploit*
    sandbox escape*
    sql injection ... (download|dump|steal|their), initial access (broker*|to), backdoor*
    (admin|citrix|rdp|vpn) (access|credentials) (at|of|to) a
    access to (another|other people|strangers|somebody|someone)

    malware, malicious (app|apk|browser|extension*|file*|update*|code|macro*|package*), ransomware, spyware
    stalkerware, keylogger*, rootkit*
    crypter
    remote (access|administration) (tool*|trojan*) ... (antivirus|hidden|undetect*), remote access trojan*
    rat builder
    (antivirus|defender|edr) ... (bypass*|cannot see|does not see|evade*|undetect*)
    (fud|fully undetect*|undetectable) (crypter|payload|rat|remote), payload undetected
    infostealer*, (card|cookie|credential|password|token) (grabber*|stealer*), stealer log*
    session cookies of
    loader install*, pay per install, botnet*, credential stuffing, account checker*, wallet drain*
    (drain*|empt*) ... wallets, web shell*, webshell*, worm that, logic bomb*, usb sticks that infect
    (infect|infected|infecting) & (browser*|computer*|device*|laptop*|machine*|network*|pc|phone*
    |server*)
    (script|code) ... (grab|skim*|steal*) ... (card|checkout)
    defac* ... (page|site|website)

    evil twin, rogue access point*, juice jacking, imsi catcher*, relay attack*, key fob clon*
    (keyless|key fob*|car key*) ... (other people|relay|repeater)
    (activation lock|icloud|icloud lock|frp) (bypass*|remov*|unlock*), chang* the imei
    imei (chang*|repair|unblock*)
    meter* ... (manipulat*|show less|tampered|tampering)
  `),
  exceptions: listed(`
    malware sample*, backdoor (key*|lock*|mat*|step*), crypter library, booter seat*, relay attack pouch*
    faraday ... relay attack*, (ethical|white hat) hacker*, hacker (news|rank), hack the (box|planet)
    hack a day
    (go|goes|went|taking|take) ... (site|website) (down|offline) ... (maintenance|migration|backup*|reading
    |browser*)
    site offline page*, zero day initiative, cookie stealer cafe, (scan|scanner|find|patch*|list*) ... unpatched
    our (app|network*|own|server*|site|website) ... (break into|get into), broke into (pieces|song)
    (break|breaking|get|gets|getting) into (a|the) new market
  `).concat(defences),
};
