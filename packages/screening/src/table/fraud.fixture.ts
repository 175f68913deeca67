import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const fraud: PurchaseGroup = {
  kind: "fraud",
  prohibited: purchases(`
    Dumps Central | 50 stolen Visa card numbers with CVV
    Dumps Central | track 2 dumps with PIN
    Dumps Central | fullz, 20 US profiles with SSN and DOB
    Dumps Central | BIN list and carding tutorial
    Log Market | logs with saved bank logins
    Log Market | hacked Netflix and Spotify accounts, lifetime
    Log Market | compromised PayPal accounts with balance
    Log Market | database of leaked passwords to log in as the customers
    Paper Works | fake passport, Canadian, with chip
    Paper Works | fake driver's license for a 19-year-old
    Paper Works | novelty ID that scans as real
    Paper Works | counterfeit euro notes, 20s
    Paper Works | forged university diploma and transcript
    Paper Works | fake bank statements for the mortgage
    Paper Works | fake pay stubs and a forged employment letter
    Paper Works | fake vaccination certificates for five staff
    Star Boost | 300 fake Google reviews for our restaurant
    Star Boost | 1-star reviews on a competitor's listing, posted by paid accounts
    Star Boost | 10k fake followers and bot likes
    Star Boost | paid five-star Trustpilot reviews from accounts that never bought
    Click Valley | bot clicks on the competitor's ads until their budget is gone
    Click Valley | click farm, 100k ad clicks
    PhishKits | Office 365 phishing page with hosting
    PhishKits | SMS blast pretending to be the tax office
    PhishKits | spoofed caller ID service to pose as the bank
    VoiceClone Deep | deepfake of our CEO's voice to authorise a transfer
    VoiceClone Deep | deepfake video to pass a KYC check
    Essay Ghost | someone to sit the certification exam in my name
    ATM Parts | card skimmer overlay and pinhole camera
    ATM Parts | gas pump skimmers, Bluetooth, three
    Swap Crew | SIM swap of a target's number
    Refund Crew | refund fraud as a service, 20 percent fee
    Handbag Alley | replica Louis Vuitton bags to resell as genuine
    Handbag Alley | c0unterfe1t Rolex watches, 12
    Invoice Lab | made-up invoices to raise the VAT refund
    Charity Mock | fake charity website to collect donations after the flood
    Ponzi Starter | white-label investment scheme that pays old investors from new ones
    KYC Bypass | verified Stripe account in somebody else's name
  `),
  ordinary: purchases(`
    Stripe Radar | fraud screening, per transaction
    Sardine | stolen card detection for the checkout
    Have I Been Pwned | API key for breached password checks
    Recorded Future | leaked credentials monitoring of our own domain
    Onfido | identity verification, passport scans of new customers
    Yoti | age checks, fake ID detection
    Trustpilot | Business plan to collect verified reviews
    Yotpo | review request e-mails to customers who bought
    Safescan | counterfeit banknote detector with battery
    Drimark | counterfeit pens, pack of ten
    ACFE | fraud examiners conference, two seats
    Proofpoint | phishing simulation and reporting button
    KnowBe4 | training: how to spot a phishing e-mail
    Mockaroo | fake data for the staging database
    Faker Cloud | generated names, addresses and card numbers for tests
    IKEA | artificial plants and fake books for the showroom
    The Prop Store | fake money for a music video, stamped as copy
    Zazzle | replica trophies for the hackathon
    Louvre Shop | museum replica of the Venus de Milo
    Royal Mail | signed for delivery, ID check on the doorstep
    Experian | identity theft protection for staff
    Deloitte | forensic accounting, invoice fraud review
    Lock Labs | replacement for stolen laptop, insurance claim 8812
    Apple Store | new iPhone, old one was stolen
    ElevenLabs | voice clone of our narrator, with her consent
    DocuSign | signatures on contracts, 100 envelopes
    ClickCease | click fraud protection for our Google Ads
    Forge Laravel | server management, one month
    Autodesk Forge | viewer API credits
    Dump Truck Hire | tipper for a day, building rubble
    Skimmer Pools | pool leaf skimmer net
    Clone Robotics | spare actuators
    Identity Digital | renewal of three domains
  `),
};
