import { defencesAgainst } from "./harmless-phrases.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const things = [
  "concrete",
  "corn",
  "display",
  "egg",
  "foundation",
  "glass",
  "heel",
  "hose",
  "mirror",
]
  .concat(["pane", "pepper", "phone", "pipe", "plate", "screen", "shell", "tile", "tooth", "wheat"])
  .concat(["windscreen", "windshield", "window"]);

/** Software and media that somebody copied. */
export const piracy: readonly ProhibitedUse[] = [
  {
    category: "piracy",
    verdict: "blocked",
    reason: "Pirated software and media are not bought through the treasury.",
    terms: [
      "pirated",
      "cracked (software|licen*|version*|cop*)",
      "pirate cop*",
      "bootleg dvd*",
      "software crack*",
      "bootleg cop*",
      "warez",
      "keygen*",
      "licence key generator*",
      "license key generator*",
      "serial key generator*",
      "kms crack",
      "kms activat*",
      "windows activator*",
      "office activator*",
      "nulled",
      "modchip*",
      "mod chip*",
      "cam rip*",
      "camera copies",
      "seedbox*",
      "iptv reseller*",
      "unauthorised iptv",
      "unauthorized iptv",
      "jailbroken fire*",
      "copyrighted films",
      "copyrighted movies",
      "without permission",
      "without ... s permission",
      "unlock paid",
      "illegal download*",
      "illegal stream*",
    ],
    exceptions: [...defencesAgainst("illegal download", "illegal streams", "pirated")],
  },
  {
    category: "piracy",
    verdict: "review",
    reason: "What may be pirated is put before a person.",
    terms: ["cracked", "iptv subscription*", "lifetime iptv"],
    exceptions: things.map((thing) => `cracked ${thing}*`),
  },
];
