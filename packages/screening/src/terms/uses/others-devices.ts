import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { others } from "./word-groups.ts";

/** Access to other people's data, in common wordings. */
export const othersDevices: ProhibitedUse = {
  category: "intrusion",
  verdict: "blocked",
  reason: "The treasury does not pay for attacks on other people's computers.",
  terms: listed(`
    (administrator|cpanel|rdp|root|shell) (access|login) (in|of|to) (a hospital|companies|firms|shops)
    (credential|database|dump|login|password) ... from ... (breach|leak)
    (copy|dump|export) of the ... (database|customer list|records) ... of ... ${others}

    (attack|attacks) (on|this) ... (ip|server|shop|site|website), traffic attack*
    make ... (line|page|portal|server|shop|site|store|website) ... (crash|unavailable|unreachable)
    keep ... (line|phone*) ... busy, (call|email|inbox|mail|phone|sms|text) (bomb*|flood*)
    (2fa|mfa|otp|push requests|two factor) & (bypass*|fatigue|intercept*), (hotspot|wi fi|wifi) ... captur*
    (copy|copies|clone|duplicate) of ... ${others} ... (badge|fob|key card), plant a (bug|camera|device|microphone)
    car opener*, opens cars, rolling code*
    (police|dmv|tax) (database|file*|record*) lookup
    (atm|cash machine) & (empt*|give out|jackpot*|malware|software that|spit*)
    (javascript|script|code|extension|plugin) ... (copies|reads|records|sends|steals) ... (card|keystroke*|passwords)
    remote code execution, (make|pass*) ... antivirus, (encrypt*|lock) ... files ... (asks for|demand*)
    scrap* ... (behind|private), (gps|phone|signal) blocker*
    (helpdesk|support) ... talk ... into
    aimbot*, wallhack*
  `),
  exceptions: listed(`
    (attack*|crash*) on our, phone blocker (app|case), our own (server|shop|site|website) ... crash*
  `).concat(defences),
};
