import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

/**
 * Written after the second selection of terms, and never used to tune them: purchases that payment
 * processors forbid, ordered openly, and orders of offices, labs, farms and studios.
 */
export const plainlySaid: PurchaseGroup = {
  kind: "written afterwards, plainly said",
  prohibited: purchases(`
    Frontier Arms | two lever-action rifles and a sling
    Frontier Arms | 400 rounds of 6.5 Creedmoor
    Outpost Supply | 3D-printed Glock frame, finished
    Outpost Supply | spring-loaded cosh and a steel baton
    Blackwater Surplus | inert-marked mortar shells that are live
    Range Days | conversion kit from semi to automatic fire
    Delta Chem | precursors for an improvised explosive
    Ridge Depot | crate of hand grenades, export only
    Bayview Labs | two grams of cocaine for the weekend
    Bayview Labs | blotter LSD, twenty tabs
    Herbal Gate | ten grams of dried psilocybin mushrooms
    PillDirect | 90 Xanax bars, prescription not required
    PillDirect | Oxycodone 30 mg shipped without a doctor
    Muscle Market | trenbolone and syringes, eight weeks
    Night Kitchen | glassware and red phosphorus for cooking meth
    Cloud Nine | kilo of ketamine, crystalline
    Docs4You | Dutch passport in another name
    Docs4You | driver's licence template with working hologram
    Card Shop | fifty fresh cards with CVV and billing address
    Card Shop | bank login with balance over 20k
    Rating Rocket | 300 five-star reviews by people who never came
    Rating Rocket | ten thousand Instagram followers by tonight
    Degree Express | master's diploma from a university I did not attend
    Voice Twin | cloned voice of our CFO to ask accounting for a transfer
    Signal Relay | text messages that look as if the bank had sent them
    Claims Help | staged car accident with two witnesses
    Ghostwriters | dissertation to hand in as my own
    Island Trust | company in Belize with a nominee so my name is nowhere
    Island Trust | account for money that the tax office should not see
    Clearwater OTC | turn 40,000 in cash into clean transfers
    Mixwell | mix 2 BTC so nobody can follow them
    Port Services | envelope for the customs officer so the container is not opened
    Tender Advisors | competitor bids before the tender closes
    Caspian Shipping | freight to Tehran under a false bill of lading
    Stress Lab | two hours of DDoS against a rival shop
    RemoteEye | app that reads my wife's messages without her knowing
    Loader Works | fresh installs of my stealer on 1,000 machines
    Exploit House | unpatched exploit for a hospital system
    Keyhole | get into my ex's Instagram
    Combo World | email and password list, 5 million lines
    Licence Barn | cracked AutoCAD 2026
    Stream Pirate | all sport channels for 10 a year, unlicensed
    Release Group | screener copy of a film before its premiere
    Solutions | somebody to break the arm of a debtor
    Solutions | make my business partner disappear
    Family Matters | find where my ex-wife moved to, she has a protective order
    Workforce Global | workers whose passports we keep
    Heritage Horn | carved elephant ivory, no papers
    Rare Pets | live pangolin
    Clinic Abroad | kidney from a paid donor
    True Cause | donation to a group that fights for the caliphate
    Velvet | escort for two hours at my hotel
    Velvet | nude photos of a neighbour
    Cam House | tokens for a live sex show
    Toy Box | life-size sex doll
    Lucky Seven | 200 credits for online slots
    Lucky Seven | 50 on red at roulette
    Syndicate Pools | weekly lottery tickets for the team
    OddsKing | accumulator on Saturday's football
    Pocket Coins | 0.5 BTC to an outside wallet
    Voucher Hub | three 100 dollar Steam gift cards
  `),
  ordinary: purchases(`
    Bosch | hammer drill and a set of masonry bits
    Bosch | heat gun for shrink tubing
    Graco | airless paint gun and two nozzles
    Nerf | foam dart blasters for the office party
    Loctite | hot glue sticks for the glue gun
    Kodak | ink cartridges, box of four
    Epson | 500 sheets of matte paper
    Sigma-Aldrich | research chemicals for the titration course
    VWR | acetone and isopropanol, 5 litres each
    Fisher | ammonium sulphate, reagent grade
    GrowRight | weed killer for the car park
    GrowRight | grow lights for tomato seedlings
    Boots | ibuprofen and plasters for the first-aid box
    Boots | nicotine-free throat lozenges
    Specsavers | screen glasses for two developers
    PureGym | hip abduction machine, refurbished
    Theraband | resistance bands for the gym
    Wilson | poker-faced mannequin for the shop window
    Staples | petty-cash book and receipt pads
    Thomson Reuters | training on money laundering rules
    ComplyAdvantage | sanctions screening, monthly
    Refinitiv | list of sanctioned entities as a feed
    KnowBe4 | phishing simulations for staff
    Cloudflare | protection from DDoS attacks
    Cloudflare | bot management
    CrowdStrike | ransomware protection for 40 laptops
    Burp | licence for penetration testing of our own shop
    HackerOne | bug bounty programme fee
    OWASP | sponsorship of the local chapter
    Yubico | hardware keys against stolen passwords
    Okta | single sign-on for contractors
    1Password | shared vault for the marketing team
    Atlassian | burn-down charts plugin
    PagerDuty | alerts when jobs get killed by the scheduler
    Grafana | dashboard of dead letter queues
    Docker | team plan
    JetBrains | all products pack
    Adobe | Photoshop, one more seat
    Netflix | documentary licence for the training day
    Getty | photographs of a strike, editorial use
    Penguin | three copies of a thriller about an assassin
    Criterion | a season of film noir for the book club
    Games Workshop | miniature grenadiers for the raffle
    Steam | publishing fee for our puzzle game
    Unity | asset pack with medieval swords and shields
    Soundly | explosion and gunshot sound effects
    Eventbrite | tickets for the security conference
    Fever | murder-mystery dinner for the team
    Escape Hunt | escape room, bank robbery theme
    Swingers | crazy golf for twelve
    Ford | brake pads for the Escort van
    DHL | courier to Istanbul, documents
    TNT | parcel of samples to Leeds
    Maersk | container of furniture to Lisbon
    Pets at Home | flea treatment for the office dog
    Rentokil | rat poison bait stations, serviced monthly
    Waitrose | kidney beans, chicken liver and rice
    Fever-Tree | ginger beer and tonic for the reception
    Procter & Gamble | washing powder for the canteen
    Haribo | two kilos of sweets
    Hilton | room for the speaker, one night
    NHS | flu vaccination for staff
    St John | first-aid course on overdoses and seizures
    Samaritans | donation to a suicide prevention helpline
    Amnesty | donation against human trafficking
    WWF | adoption of a rhino
    Red Cross | donation for people displaced by war
    Calendly | more booking slots for sales
    Google | search ads for a wedding photographer
    Mailchimp | newsletter to 5,000 customers
  `),
};
