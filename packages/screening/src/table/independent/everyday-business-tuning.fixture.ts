// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const everydayBusinessTuning: PurchaseGroup = {
  kind: "everyday: office, people, trade",
  ordinary: purchases(`
    Staples | Printer paper, pens and sticky notes
    IKEA Business | Four standing desks
    Dell | Laptops for two hires
    Lenovo | Docking stations, six
    Apple Business | MacBook Air for the designer
    Logitech | Headsets and webcams
    Samsung | 55 inch screen for the meeting room
    HP | Drum unit for the copier
    Makita | Spare batteries, 18 V
    McMaster-Carr | Stainless bolts, washers and shims
    Misumi | Linear rails for the test jig
    Mouser | Sensor boards for the prototype
    JLCPCB | Fifty circuit boards, rev C
    Protolabs | CNC aluminium housing, 10 pcs
    Festo | Pneumatic cylinder, replacement
    Mettler Toledo | Yearly check of the balance
    Delta Air Lines | Flight to Chicago for the customer visit
    Lufthansa | Return flight Munich to Oslo, one person
    Ryanair | Two seats to Dublin, conference
    Amtrak | Boston to New York, Tuesday morning
    Eurostar | London to Brussels, standard
    Hilton | Two nights during the fair in Hanover
    Sixt | Estate car, two days
    FedEx | Samples to the laboratory in Boston
    DHL Express | Spare part to a customer in Singapore
    Uline | Cartons, tape, bubble wrap
    Ranpak | Paper cushioning
    Avery | Thermal labels 4x6
    MOO | Postcards for the mailing
    4imprint | Mugs and lanyards for the conference
    Panera | Sandwich boxes for the training day
    Metro | Olive oil, rice, tinned tomatoes
    Brita | Filter for the water dispenser
    HelloFresh for Business | Cooking evening, ten boxes
    Interflora | Wreath for a colleague's family
    LinkedIn | Job post, backend developer
    Indeed | Sponsored listing for a baker
    TikTok for Business | Video ads for the hot sauce
    Fiverr | Illustrations for the blog
    Upwork | Freelance copywriter, ten hours
    Lens & Light | Photographer for staff portraits
    Cooley | Review of the financing documents
    H&R Block | Tax return of the sole trader
    Hiscox | Professional liability insurance
    Allianz | Fleet insurance, three vans
    AXA | Cyber cover, yearly premium
    WeWork | Hot desks, four, a month
    Regus | Meeting room, half a day
    City Parking | Permits for two cars
    British Gas | Electricity, February
    Verizon | Hotspot plan for the truck
    Ecolab | Dishwasher detergent
    Schindler | Repair of the goods lift
    B&Q | Paint and rollers for the shop
    Sherwin-Williams | Primer, 20 litres
    Michelin | Winter tyres for the delivery van
    Halfords | Wiper blades and bulbs
    Land O'Lakes | Calf feed, one pallet
    Tractor Supply | Fence posts and wire netting
    Agrii | Soil samples
    Kubota | Hydraulic hose
    Netafim | Drip lines, 2 km
    Coursera | Statistics certificate for the analyst
    O'Reilly | Learning platform
    Web Summit | Two passes
    KubeCon | One ticket, early bird
    Eventbrite | Fee for our workshop
    Toastmasters | Public speaking, spring term
    St John Ambulance | Refill of first aid boxes
    Decathlon | Footballs for the company league
    Waterstones | Novels for the staff library
    The Economist | Annual subscription
    Barnes & Webb | Beehive rental on the roof
    Woodland Trust | Trees planted for each order
  `),
};
