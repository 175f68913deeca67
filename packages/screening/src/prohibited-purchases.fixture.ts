import type { ScreeningInput } from "./screening-rules.ts";

interface ProhibitedPurchase {
  /** The built-in category. */
  readonly kind: string;
  readonly spend: ScreeningInput;
}

const purposes: Readonly<Record<string, readonly string[]>> = {
  weapons: [
    "a handgun for the night guard",
    "Firearms and holsters",
    "assault rifles, two",
    "a shotgun and shells",
    "9mm ammunition, 500 rounds",
    "buy guns from a private seller",
    "a gun",
    "weapons for the militia",
    "chemical weapons precursor",
    "hand grenades",
    "plastic explosives",
    "detonators and wire",
    "bomb-making materials",
    "pipe bomb",
    "nerve agent",
    "weapons-grade plutonium",
    "landmines",
  ],
  drugs: [
    "5 g of cocaine",
    "heroin",
    "fentanyl, pressed pills",
    "crystal meth",
    "MDMA for the party",
    "LSD tabs",
    "magic mushrooms",
    "ketamine",
    "illegal drugs",
    "opioids without prescription",
    "anabolic steroids",
  ],
  fraud: [
    "stolen credit cards, 100 pieces",
    "fullz with SSN",
    "counterfeit banknotes",
    "counterfeit watches",
    "fake passports",
    "a fake ID",
    "fake invoices for the auditor",
    "phishing kit",
    "a phishing campaign against our competitor's customers",
    "500 fake reviews",
    "fake five-star reviews on the store",
    "hacked accounts",
    "card skimmer for a cash machine",
  ],
  laundering: [
    "help with money laundering",
    "launder money through a shell",
    "bitcoin mixer fee",
    "money mules",
    "sanctions evasion advice",
    "a bribe for the inspector",
    "kickbacks to the buyer",
  ],
  intrusion: [
    "malware to install on their server",
    "ransomware as a service",
    "rent a botnet",
    "DDoS attack on a competitor",
    "booter service, one month",
    "exploit kit",
    "zero-day exploit for a phone",
    "spyware for my partner's phone",
    "a keylogger",
    "someone to hack into their mail",
  ],
  piracy: ["pirated copies of Photoshop", "a keygen for the CAD suite", "cracked software"],
  harm: [
    "a hitman",
    "murder for hire",
    "contract killing",
    "child pornography",
    "human trafficking",
    "forced labour",
  ],
  adult_services: ["an escort service for the guests", "prostitution", "pornographic videos"],
  gambling: ["chips at an online casino", "sports betting stake", "lottery tickets", "gambling"],
};

/** Purchases that are blocked from any vendor. */
export const prohibitedPurchases: readonly ProhibitedPurchase[] = Object.entries(purposes).flatMap(
  ([kind, list]) =>
    list.map((purpose) => ({ kind, spend: { vendor: "Any Vendor Ltd", purpose, category: null } })),
);

/** Purchases that need review. */
export const doubtfulPurchases: readonly ScreeningInput[] = [
  "gift cards for the team's birthdays",
  "a prepaid Visa",
  "0.01 bitcoin for the node's fees",
  "USDT for the contractor",
  "wire transfer to the landlord",
  "Western Union transfer",
  "pepper spray for the receptionist",
  "a hidden camera for the store room",
  "campaign contribution",
].map((purpose) => ({ vendor: "Any Vendor Ltd", purpose, category: null }));
