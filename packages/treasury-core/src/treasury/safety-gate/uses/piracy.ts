import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const works = `(album*|articles|audiobook*|cartridge*|course*|dvd*|ebook*|e book*|film*|font*|game*|license*
  |licence*
  |movies|mp3|music|photos|plugin*|samples|season*|series|software|songs|textbook*|themes|tracks)`;

const brokenThings = `(concrete|corn|display|egg|filling|foundation|glass|heel|hose|mirror|pane|pepper|phone
  |pipe
  |plate|screen|shell|tile|tooth|wall|wheat|windscreen|windshield|window)`;

/** Software and media that somebody copied. */
export const piracy: readonly ProhibitedUse[] = [
  {
    category: "piracy",
    verdict: "blocked",
    reason: "Pirated software and media are not bought through the treasury.",
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
      volume (licence|license) ... cheap, keys from a volume, serial* ... unlock, unlock paid, without paying (for|the)
      (licence|license) check & (patch|remov*|bypass*), drm & (bypass*|circumvent*|crack*|remov*|strip*)
      watermark* & (remov*|strip*|without paying), copy protection & (bypass*|crack*|remov*)
      account sharing (hbo|netflix|spotify), (lifetime|shared|stolen) (disney|hbo|netflix|spotify)
      shared (disney|netflix|spotify) (account*|login*), card sharing, cam rip*, cracked apk*, descrambler*
      decoder* ... pay (channel*|tv), dongle emulator*, (need not|instead of) (buy*|pay*) ... licen*
      fully loaded (fire*|kodi|stick*), camera copies, cloned software
      (disk|drive) full of (films|hollywood|movies|music), iptv reseller*, (unauthorised|unauthorized) iptv
      jailbroken fire*
      modchip*, mod chip*, flash cart*, copied (films|games|music|software), rom pack*
      (console|game|nintendo|playstation|switch) (rom|roms), scanlation*, seedbox*, illegal (download*|stream*)
      copyrighted (films|movies|music), bulk (copies|download*) of (paid|spotify|journal), free copies of paid
      without permission, without ... s permission
      (commercial|known|paid|premium) ... without (a licen*|licen*|rights)
    `),
    exceptions: listed(`keygen sh, bootleg (cut|jean*), own (films|games|music|videos)`).concat(
      defences,
    ),
  },
  {
    category: "piracy",
    verdict: "review",
    reason: "What may be pirated is put before a person.",
    terms: listed(`cracked, iptv`),
    exceptions: listed(`
      cracked ... ${brokenThings}*, iptv (encoder*|for our|headend*|set top*)
    `),
  },
];
