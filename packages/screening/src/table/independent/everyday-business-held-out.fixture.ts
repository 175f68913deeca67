// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const everydayBusinessHeldOut: PurchaseGroup = {
  kind: "everyday: office, people, trade",
  ordinary: purchases(`
    Viking | Desk organisers, filing boxes
    Herman Miller | Ergonomic chairs for the accounting room
    Steelcase | Refurbished meeting table
    Brother | Label printer and tape
    Ubiquiti | Access points for the second floor
    APC | Battery for the server rack
    Bosch Professional | Cordless drill and bits for the fitters
    Grainger | Bearings and V-belts for the conveyor
    Digi-Key | Resistors, capacitors and two microcontrollers
    Prusa Research | Filament and a nozzle for the 3D printer
    SKF | Grease for the spindle
    Sigma-Aldrich | Ethanol-free cleaning wipes and glass vials
    VWR | Petri dishes, lab coats
    Eppendorf | Pipette calibration
    Airbnb | Flat for the sprint week, five people
    Booking.com | Hotel near the plant, one night
    Hertz | Van rental for the stand
    Uber | Airport transfers, team of three
    FREENOW | Taxi to the notary
    UPS | Weekly pick-up
    Maersk | Container from Ningbo to Rotterdam
    Kuehne+Nagel | Customs clearance
    Flyeralarm | Posters A2, 200
    Sticker Mule | Die-cut stickers
    Custom Ink | T-shirts for the volunteers
    ezCater | Lunch for fourteen, two vegans
    Sysco | Dry goods for the canteen
    Lavazza | Beans and descaler
    Bloom & Wild | Flowers for reception
    Meta | Facebook ads, spring collection, 300 a week
    Google Ads | Search campaign for plumbing in Leeds
    Reddit Ads | Promoted post, mechanical keyboards
    Local Radio 94 | Thirty spots before Easter
    Clear Channel | Billboard by the ring road, two weeks
    The Gazette | Quarter page, opening hours
    99designs | Packaging design
    Fieldfisher | Data protection advice
    LegalZoom | Trademark application
    Notariat Weber | Notarised signature
    PwC | Audit of the yearly accounts, first part
    BDO | Payroll audit
    Thames Water | Water bill of the salon
    Vodafone | Mobile contracts, eight
    Deutsche Telekom | Fibre line for the branch
    Jani-King | Office cleaning, weekly
    Cintas | Work clothes, rental
    Initial | Washroom supplies
    Otis | Lift maintenance
    Daikin | Service of the air conditioning
    Kone | Door sensor
    Screwfix | Taps, sealant, pipe clips
    Toolstation | Extension leads
    Wickes | Timber for the counter
    AutoZone | Oil filter, 5W-30
    Euromaster | Wheel alignment
    Pioneer Seeds | Maize seed, 40 bags
    Yara | Foliar calcium for the apples
    DeLaval | Teat cups for the milking parlour
    Bumble Hole Feeds | Layer pellets for the hens
    Udemy Business | Courses for eight
    Messe Frankfurt | Stand of nine square metres
    Berlitz | Spanish lessons for the sales assistant
    Red Cross Training | First aid at work, five people
    Specsavers | Screen glasses for one employee
    Bupa | Eye tests
    Urban Sports Club | Memberships, staff benefit
    Lego | Bricks for the retrospective workshop
    New York Times | Digital subscription, communications
    Oxford University Press | Dictionary access
    Pantone | Colour fan
    Faber-Castell | Drawing sets for the evening class
    Yamaha | Digital piano for the music school
    Thomann | Cables and microphone stands
    Oxfam | Donation at Christmas, approved by the board
  `),
};
