import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { officials } from "./word-groups.ts";

const parties = `(afd|cdu|conservative|democratic|democrats|fdp|green|labour|liberal|republican|socialist|spd
  |tory)`;

/** Payments and presents to parties, campaigns and officials. */
export const partiesAndOfficials: ProhibitedUse = {
  category: "political_payments",
  verdict: "review",
  reason: "Payments to parties, campaigns and officials need review.",
  terms: listed(`
    (campaign|election|party|political) (contribution*|donation*|fund), facilitation payment*
    political action committee, super pac, party (conference|congress|membership*), political party
    ${parties} party, (contribut*|donat*|fundrais*) & (campaign|election*|midterm*|party s|politic*|senator*)
    reelection campaign
    fundrais* dinner, lobbyist*, lobbying
    (dinner|donation|sponsorship|gift|hamper|honorarium|present|ticket*|travel) (for|to) ... ${officials}
    payment to ... official*
    friends of (congress*|governor|mayor|senator), settlement ... (silence|silent|quiet), expediting fee*
  `),
  exceptions: listed(`
    ${parties} party (bags|supplies), green party (cups|plates), (birthday|dinner|garden|tea) party
    school fundrais*, charity fundrais*
    settlement (fee*|report*)
  `),
};
