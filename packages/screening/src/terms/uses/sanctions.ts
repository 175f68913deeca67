import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const sanctioned = `(crimea|damascus|donetsk|dprk|iran|luhansk|north korea|pyongyang|sevastopol|syria|tehran)`;

/** Trade that sanctions forbid. */
export const sanctions: ProhibitedUse = {
  category: "laundering",
  verdict: "blocked",
  reason: "The treasury does not pay for trade that sanctions forbid.",
  terms: listed(`
    (in|into|to|via) ${sanctioned}
    (cargo|crude|export*|garment*|goods|import*|machine*|oil|parts|shipment*|suppl*
    |textile*) ... from ${sanctioned}
    ship* ... ${sanctioned}, ${sanctioned} ... (cargo|crude|oil|relabel*|shipment)
    (iranian|north korean) (crude|oil|arms|coal), sanctioned (bank*|compan*|countr*|entit*|individual*|oligarch*
    |person|people|port|ship*|supplier*|tanker*|vessel*)
    (bust*|break*|bypass*|circumvent*|dodg*|evad*|get* around
    |get* past|get* round) ... (embargo*|export control*|sanctions), sanctions (busting|evasion)
    transponder* ... (off|disabled), ship to ship transfer*, dual use ... (chip*|goods|item*|part*)
    via ... (armenia|dubai|kazakhstan|kyrgyzstan|turkey|uae) & (russia*|embargo*|sanction*)
    (end user|end use) (certificate*|not disclosed|statement*) & (blank|false|forged|not disclosed|other)
  `),
  exceptions: listed(`
    sanctioned (entit*|individual*|person) (list*|screen*)
    (carpet*|exhibition|film*|history|refugee*) from ${sanctioned}
    ${sanctioned} & (aid|charity|refugee*|relief)
  `).concat(defences),
};
