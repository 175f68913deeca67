// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const forAPersonHeldOut: PurchaseGroup = {
  kind: "for a person",
  prohibited: purchases(`
    Amazon | Ten gift cards of 100 dollars, codes by mail
    Apple | iTunes gift cards for 500, the caller from the head office asked for the codes
    Kraken | 4 ETH to keep as a reserve
    Quarry Blasting Supply | Blasting agents for the quarry, shot on 4 May
    Nuclear Sources Ltd | Sealed caesium source for the density gauge
    Agro Chem | Restricted-use pesticide concentrate for the orchard
    Medivet Pharma | Prescription antibiotics for the herd
    Pyro Show | Professional display fireworks for the village fair
    Fertil Nord | Ammonium nitrate, two tonnes
    Falcon Investigations | Private detective to follow an employee who called in sick
    WorkWatch | Software that records the screens and keystrokes of staff at home
    PeopleFinder Pro | Look up everything about a job applicant, her family and debts
    Pimeyes | Find out who the woman in this photo is
    Phone Location Data Co | Movements of mobile phones around our competitor's stores
    Super PAC for Growth | Contribution in the company's name
    Tobacco Importers | Cigarettes, 40 cartons, for resale
    Radio Jam Defence | Signal jammer for exam rooms
    Western Union | Send 900 to a person in Lagos who is said to be our agent
    Razer Gold | Vouchers for 300, I was told to send the pin numbers
  `),
  ordinary: purchases(`
    Vistaprint | Business cards for the new colleagues
    Moonpig | Birthday card for the warehouse manager
    Coin Counter Ltd | Coin sorter for the vending machines' takings
    Royal Mint Museum | Family tickets for the museum
    Balsamiq | Wireframes, team plan
    RS Components | Copper wire, 1.5 mm, three reels
    Search Party Dogs | Donation to the mountain rescue
    Microsoft | Software licences, 30 seats, yearly true-up
    DVLA | Vehicle tax for the two vans
    Public Health Observatory | Report on flu surveillance in Europe
    Owlet | Baby monitors for the hotel's family rooms
    Track & Field Supplies | Hurdles and a starting clapper for the sports club
    Detective Stories Bookshop | Crime novels for the library
    GoPro | Action camera for the bike shop's product videos
    Background Colour Paints | Backdrop paint for the studio
    Face Paint World | Face paint for the summer fête
    Campaign Monitor | Newsletter tool, 10,000 contacts
    Mailchimp | Spring campaign to our subscribers
    Donation Box Makers | Acrylic collection box for the counter
    PIN Badge Shop | Enamel pins with our logo
  `),
};
