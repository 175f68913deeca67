import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Goods that the buyer calls forbidden, false or secret. */
export const doubtfulTerms: ProhibitedUse = {
  category: "doubtful_terms",
  verdict: "review",
  reason: "Purchases described as false, forbidden or secret need review.",
  terms: listed(`
    wild caught, advance fee, blank id cards, (duplicate|replica) ... stamp, black market, gray market, grey market, lookalike*, sham, tampered, manipulated, (1 1|aaa|mirror) quality
    no names, without telling (anybody|anyone|her|him|the|them), mislabel*
    offshore (account*|bank*|compan*|entit*|foundation*|shell*|structure*|trust*), bogus, fake, hacked
    illegal*, illicit*, knockoff*, unlicensed, unregistered, superclone*
    (unauthorised|unauthorized) (access|copies|copy)
    (no|without|without a|without any) (background check*|licence|license|licenses|papers|permit*
    |serial number*)
    without registration, discreetly, discreet (companion*|company|delivery|mail|seller|service*|shipping)
    no questions, under the table
    without (anyone|anybody|asking|attending|declaring|examination|exam|identification|inspection|proof
    |registering|reporting|the audit|the owner)
    (disguised|passed off) as
    (declared|labelled|sold) as (a gift|genuine|gifts|household|lawn|new|organic|original|real|samples|solid
    |spare|toys|used)
    not (genuine|made by|organic), (is|are) not original*
    never (attended|bought|earned|existed|lived|stayed|visited|worked), (somebody|someone) else s
    (get|gets|getting) (around|past|round) ... (ban|check*|control*|embargo|filter*|inspection*|law|limit*
    |rule*|sanction*)
    we have no licen*, from a private seller, false name

    (behind|without) ... (his|her|its|their) (back|knowledge), keep quiet
    (make*|making) it look, (nobody|no one|not|never) (finds out|find out|notice|notices)
    before (anybody|anyone|he|she|they) (find*|notice*|see*)
    (must|should|will) not (find out|know|notice), not want ... to know, cash only
    (bought|buy|paid|pay|payment|settled) ... in cash
    off the record
  `),
  exceptions: listed(`
    cash advance fee*
    wild caught ... (alaskan|anchov*|bass|calamari|canned|carp|catfish|clam*|cod|crab*|eel*|fish|fillet*|frozen|haddock|hake|halibut|herring|langoustine*|lobster*|mackerel|monkfish|mussel*|octopus|perch|pike|plaice
    |oyster*|pollock|prawn*|salmon|sardine*|scallop*|seafood|shellfish|shrimp*|smoked|snapper|sockeye|sole|sprat*|squid|swordfish|tinned|trout|tuna|turbot|whiting)
    (cod|crab*|eel*|fish|haddock|hake|halibut|lobster*|prawn*|salmon|scallop*|seafood|shrimp*|squid|trout|tuna) ... wild caught
    blank id cards ... (badge*|member*|printer*|staff|student*|visitor*), (printer*|staff|student*|visitor*) ... blank id cards
    replica stamp (album*|collection*)
    (fake|false) (banknote|bill|euro note|money|note) (check*|detect*|pen*|tester*)
    fake (finger*|foliage|greenery|hair|hand*|ivy|limb*|severed|tattoo*|teeth|thumb*|wall*|wound*|bacon|camera*|cheese|chicken|meat|security camera*|beam*|beard*|brick*|cobweb*|fireplace*|flame*|food|fruit*|ice|marble|moss|skeleton*|spider*|stone*
    |turf
    |blood|book*|candle*|cake*|data|eyelash*|flower*|fur|grass|lash*
    |leather|moustache*|nail*|names|plant*|smtp|server*|snow|tan|tree*|wood)
    (detect*|find|spot|stop|flag*|report*) ... (fake|illegal*|unlicensed|unauthori*)
    fake (account|id|news|profile|review) (check*|detect*|filter*)
    no (papers|paper|paperwork) (jam*|towels), unlicensed (band|radio|spectrum), black market coffee
    hacked site (cleanup|repair)
    without a (licence|license) fee, no (licence|license) fee
    unregistered (design*|trademark*), (lookalike|look alike) (audience*|fur|leather), pillow sham*, pillowcase* ... sham*, manipulated variable*
  `).concat(defences),
};
