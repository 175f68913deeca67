import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { officials } from "./word-groups.ts";

/** Bribes and other illegal advantages. */
export const bribes: ProhibitedUse = {
  category: "laundering",
  verdict: "blocked",
  reason: "The treasury does not pay for bribes or illegal advantages.",
  terms: listed(`
    bribe*, bribing, baksheesh, kickback*, brown envelope*, commission (for|to) (doctors|physicians)
    payoff to, payola, hush money, speed money, grease ... palm*
    grease payment*, facilitation fee*, envelope* (for|to|with cash) ... ${officials}, envelope of cash
    (bottle*|gift*|hamper|holiday*|phone|present*|thank you|trip|watch) (for|to) (a|his|our
    |the) ... ${officials}
    (cash|payment|consulting fee|commission) (for|to) (a|an|his|our|the) ... ${officials}
    ${officials} who (award*|decide*|grant*|handle*|issue*|sign*|vote*), pay off ... ${officials}
    (incentive for|pay|persuade|reward|sweeten*) ... ${officials} ... (faster|give|ignore|look away|overlook
    |speed)
    sweeten the ${officials}, look the other way, turn a blind eye, by bribing
    (holiday*|dinner*|gift*|trip*) for ... doctors who prescribe
    (award*|win*) ... (contract|permit|tender) ... (cash|commission in|percent back)

    vote buying, influence ... (juror*|jury|verdict*), fix the match, match fixing
    ${officials} ... (give us|let us win|rule in our), throw the (fight|game|match)
    rig the (bid|election|game|lottery|match|tender|vote), rigged (auction|bid|election|tender), bid rigging
    (agree*|align*|fix*) ... prices ... (bidder*|competitor*|rival*), price fixing, cover bid*
    cartel agreement*
    collu* with competitor*

    inside information, insider (information|tip*|trading), non public information, material non public
    (tip|news|word) ... (before it is announced|undisclosed|unannounced) (deal|earnings|merger|results|takeover)
    leaked (bid|earnings|merger|tender), front running (bot*|client*|order*|trade*), spoofing orders
    pump and dump, wash trad*, (coordinat* buying|drive up|pump up|push up) ... (coin|price|share|stock|token)
  `),
  exceptions: listed(`
    (envelope*|gift*) for the judges of (our|the) (bake|contest|hackathon|pitch)
    official (fee|tariff), {term} (and corruption law*|course*|handbook*|law|laws|policy|seminar*|workshop*)
  `).concat(defences),
};
