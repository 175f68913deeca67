import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { works } from "./word-groups.ts";

const brokenThings = `(concrete|corn|display|egg|filling|foundation|glass|heel|hose|mirror|pane|pepper|leather|paint|phone
  |pipe
  |plaster|plate|screen|shell|tile|tooth|vinyl|wall|wheat|wood|windscreen|windshield|window)`;

const services = `(adobe|audible|disney|getty|hbo|kindle|masterclass|netflix|shutterstock|spotify|udemy|youtube)`;

const programs = "(adobe|autocad|cad|game|microsoft|office|photoshop|windows)";

const brands = "(airpods|apple|barbie|disney|lego|marvel|nintendo|pokemon|real madrid|starbucks)";

/** Copied software, media and brands. */
export const piracy: readonly ProhibitedUse[] = [
  {
    category: "piracy",
    verdict: "blocked",
    reason: "The treasury does not pay for pirated software or media.",
    terms: listed(`
      pirated, pirate (app*|cop*|iptv|site*|stream*), piracy (app*|site*|subscription), warez, nulled, bootleg*
      (cracked|illegal|leaked|pirated|ripped|stolen|unlicensed) ... ${works}, with crack, crack included
      crack for (adobe|autocad|matlab|office|photoshop|solidworks|windows), software crack*
      kms (activat*|crack)
      ${works} & (fingerprint removed|in cinemas|in the cinemas|still in cinemas|still in the cinemas
      |still on sale
      |torrent*|without rights|without the rights|without permission)
      keygen*, (licence|license|serial) key generator*, (office|windows) (activation without|activator*)
      activation without a (licence|license)
      (adobe|autocad|microsoft|office|windows) ... (keys|licences|licenses) ... (cheap|generated|not bought)
      volume (licence|license) ... cheap, unlock paid, without paying (for|the)
      (licence|license) check & (patch|remov*|bypass*), drm & (bypass*|circumvent*|crack*|remov*|strip*)
      watermark* & (remov*|strip*|without paying), copy protection & (bypass*|crack*|remov*)
      account sharing (hbo|netflix|spotify), (lifetime|shared|stolen) (disney|hbo|netflix|spotify)
      card sharing, cam rip*, cracked apk*, descrambler*
      decoder* ... pay (channel*|tv), dongle emulator*, (need not|instead of) (buy*|pay*) ... licen*
      fully loaded (fire*|kodi|stick*), camera copies, cloned software
      (disk|drive) full of (films|hollywood|movies|music), iptv reseller*, (unauthorised|unauthorized) iptv
      jailbroken fire*
      modchip*, mod chip*, flash cart*, copied (films|games|music|software), rom pack*
      (console|game|nintendo|playstation|switch) rom, scanlation*, seedbox*, illegal (download*|stream*)
      copyrighted (films|movies|music), bulk (copies|download*) of (paid|spotify|journal)
      without permission, without ... s permission
      (commercial|known|paid|premium) ... without (a licen*|licen*|rights)
    `),
    exceptions: listed(
      `keygen sh, bootleg (cut|jean*), own (films|games|music|videos), (disc|disk|drive) clon*`,
    ).concat(defences),
  },
  {
    category: "piracy",
    verdict: "review",
    reason: "Possibly pirated works need review.",
    terms: listed(`
      cracked, iptv

      (all|every|foreign|football|premium|sports) ... channels ... (a year|lifetime|without), pay tv
      one ${services} (account|login), ${services} (access|account|login) ... (for all|for the whole|shared
        |thirty|twenty)
      ${programs} (key|licence|license|activation) ... (cheap*|dollars|free|from a company|generat*|pool|region)
      activat* ... (free|without)
      (dongle|hardware lock|licence check|license check|licence file|license file|trial) & (clone*|emulat*
        |patched|remov*
      |reset*), (modded|patched|unlocked) ... (apk|spotify|youtube), premium unlocked
      ${services} ... (downloader|downloads|drive|ripped|to files)
      ${works} ... (file sharing|from youtube|on a drive|on a hard drive|on a stick|on disk|preinstalled|ripped
        |usb stick)
      (drive|disk|stick) with (all|every|hundreds|thousands), (hundred|thousand|000) ${works}, sci hub
      (jailbreak*|jailbroken|chipped|modded|unlocked) ... (console|playstation|switch|xbox), libgen, pirate bay
      (photocop*|scan) ... (book|newspaper|sheet music|textbook) ... (all|each|every|for our)
      instead of (buying|licences|licenses|paying), not official
      ${brands} ... (character|hero*|logo*) ... (sell|shop|our own), (look|looks) like ${brands}
      ${brands} & (1 1|clone|holographic|made by us|unofficial)
    `),
    exceptions: listed(`
      ${works} (bag*|box*|case*|club*|library|poster*|shelf|shelves|ticket*)
      cracked ... ${brokenThings}*, iptv (encoder*|for our|headend*|set top*)
    `),
  },
];
