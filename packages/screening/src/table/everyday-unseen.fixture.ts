import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

/** Purchases of businesses and families, written before the terms were last changed, and never used to choose one. */
export const everydayUnseen: PurchaseGroup = {
  kind: "everyday, unseen",
  ordinary: purchases(`
    Screwfix | 200 drywall screws 35 mm and a box of wall plugs
    Bauhaus | Five bags of rapid-set concrete for the fence posts
    Travis Perkins | Plasterboard sheets for the meeting room partition
    Jewson | Roof battens and breathable membrane
    Würth | A drum of threadlocker and anti-seize paste
    Hilti | Rental of a demolition hammer for three days
    Festool | Dust extractor bags for the joinery
    Makita Store | Replacement battery packs 18 V for the cordless drills
    Toolstation | A caulking gun and six tubes of silicone
    Home Depot | A staple gun with 10,000 staples for the upholstery job
    Lowe's | Nail gun hire and two boxes of brads
    Dewalt Direct | Laser level and tripod for the fitters
    Rothenberger | Blow torch and gas cartridges for soldering copper pipe
    Plumb Center | Ballcock, cistern lever and PTFE tape
    Grohe | Shower mixer for the staff changing room
    Sherwin-Williams | 40 litres of matt emulsion in off-white
    Farrow & Ball | Sample pots for the reception wall
    Purdy | Paint rollers, brushes and masking tape
    Veolia | Skip hire for construction waste, one week
    Biffa | Monthly collection of mixed recycling
    Sysco | Weekly delivery of vegetables and dairy for the canteen
    Metro AG | Twelve kilos of chicken thighs and four of lamb shoulder
    Brakes | Frozen chips, peas and breaded haddock
    Bidfood | Flour, yeast and caster sugar for the bakery
    Nespresso | Coffee capsules for the office kitchen
    Bluebird Bakery | Birthday cake for thirty with the company logo
    Sushi Daily | Lunch platters for the board meeting
    Deliveroo | Dinner for the on-call team during the release
    Majestic | Six bottles of Rioja for the client dinner
    Ocado | Snacks, oat milk and fruit for the Berlin office
    Riverford | Vegetable box subscription for the nursery kitchen
    Whole Foods | Gluten-free crackers and hummus for the workshop
    Costco | Bottled water and paper cups for the open day
    Fever-Tree | Tonic water, ginger beer and soda for the summer party
    Thermomix | Replacement blade for the test kitchen
    Vogue | Chef's knives, a sharpening steel and chopping boards
    Rational | Annual service of the combi steamer
    Winterhalter | Detergent and rinse aid for the dishwasher
    Boots | Paracetamol, plasters and antiseptic wipes for the first-aid box
    Medline | Nitrile gloves, size M, 20 boxes
    Henry Schein | Dental mirrors and prophylaxis paste
    McKesson | Insulin pen needles and glucose test strips for the clinic
    Philips Healthcare | Replacement pads for the defibrillator
    Zoll | AED wall cabinet and signage
    Braun | Infusion sets and saline bags for the ward
    3M | FFP2 masks for the dust-exposed staff
    BOC | Medical oxygen cylinder refill
    Roche | Reagents for the blood chemistry analyser
    Specsavers | Eye tests and computer glasses for eight employees
    Bupa | Flu vaccinations for 60 employees on site
    Physio Plus | Ergonomic assessment of twelve workstations
    Headspace | Annual meditation subscriptions for the team
    Sigma-Aldrich | 500 ml ethanol, absolute, for the molecular lab
    Fisher Scientific | Pipette tips and Falcon tubes
    VWR | Agarose, Tris buffer and petri dishes
    Eppendorf | Calibration of two centrifuges
    Mettler Toledo | Analytical balance with draft shield
    Thermo Fisher | PCR primers, 25 nmol, desalted
    Illumina | Sequencing kit for 96 samples
    Leica Microsystems | Immersion oil and lens tissue
    Bosch Garden | Hedge trimmer and a lawn mower blade
    Stihl | Chainsaw chain, bar oil and cut-resistant trousers
    Thompson & Morgan | Tulip bulbs and lavender for the courtyard
    John Deere | Service of the compact tractor at 500 hours
    Syngenta | Winter wheat seed, 2 tonnes
    Yara | Potassium fertiliser for the orchard
    Gallagher | Electric fence energiser and insulators
    Mole Valley Farmers | Sheep feed blocks and mineral licks
    De Laval | Milking liners for 40 stands
    Hozelock | Drip irrigation for the greenhouse
    Thomann | Two condenser microphones and an audio interface
    Steinway | Piano tuning before the recital
    Musicnotes | Sheet music for the choir, 30 copies
    Fender | Strings and a tremolo bar for the studio guitar
    Sweetwater | In-ear monitors for the band
    Shure | Wireless handheld kit for the conference hall
    PRS for Music | Annual licence for background music in the shop
    Getty Images | Licence for one photograph on the home page
    Epidemic Sound | Music subscription for the company's videos
    ARRI Rental | Camera and lens package, two days
    Kodak | 16 mm film stock and processing
    Frame.io | Video review seats for the agency
    B&H Photo | Tripod head, ND filters and memory cards
    Canon | Lens calibration and sensor cleaning
    Manfrotto | Light stands and softboxes
    Adobe | Creative Cloud for the design team, 8 seats
    Figma | Organisation plan, yearly
    Atlassian | Jira and Confluence renewal for 120 users
    JetBrains | All Products Pack for six developers
    GitHub | Actions minutes and two more seats
    Datadog | Log retention for 30 days, September
    Sentry | Error tracking, team plan
    Cloudflare | Workers paid plan and R2 storage
    Hetzner | Two dedicated servers and a load balancer
    DigitalOcean | Managed database with a standby node
    AWS | Reserved instances for the staging environment
    Twilio | SMS credits for delivery notifications
    Mailgun | 50,000 transactional emails
    Zoom | Webinar add-on for 500 attendees
    Slack | Business+ upgrade for the support channel
    1Password | Password manager for 45 people
    Yubico | Twenty security keys for administrators
    Qualys | Vulnerability scanning of our own public servers
    HackerOne | Programme fee for our bug bounty
    Bitdefender | Endpoint protection renewal, 80 devices
    Let's Go Pentest Ltd | Annual penetration test of our web shop
    KnowBe4 | Phishing awareness training for all staff
    Udemy Business | Course licences for the data team
    LinkedIn Learning | Leadership course for new managers
    Dale Carnegie | Presentation skills workshop for ten people
    Red Cross | First-aid course for the fire wardens
    IOSH | Managing Safely course for the foremen
    Skillsoft | Compliance modules on harassment and equal treatment
    Thomson Reuters | Anti-money-laundering refresher for the finance team
    Goethe-Institut | German course B1 for two engineers
    TÜV Süd | Forklift licence training for four drivers
    Association of Accountants | Exam fees for a trainee
    Lufthansa | Return flight Munich to Oslo for the site visit
    Deutsche Bahn | BahnCard 50 for the sales representative
    SNCF | Train to Lyon, second class, three travellers
    Booking.com | Two nights in Rotterdam for the trade fair
    Marriott | Meeting room and lunch for 14
    Sixt | Rental van for the exhibition stand
    Uber | Airport ride after the late flight
    BlaBlaCar | Seat to Nantes on Friday
    Airbnb | Apartment for the trainees, four weeks
    Ryanair | Additional hold baggage for the demo kit
    VFS Global | Business visa fee for India
    Allianz Travel | Cancellation insurance for the group trip
    Hiscox | Professional indemnity premium, quarter 3
    AXA | Fleet insurance, adding one van
    Zurich | Buildings insurance for the warehouse
    Munich Re | Marine cargo cover for a container of furniture
    DHL | Express parcel to Singapore
    Maersk | Container freight from Shenzhen to Hamburg
    UPS | Customs clearance and import duty for samples
    Kuehne + Nagel | Temperature-controlled transport of vaccines
    Raja | Cardboard boxes, void fill and pallet wrap
    Zebra | Thermal labels and a spare print head
    Chep | Pallet hire, October
    Post Office | 100 second-class stamps
    Shell | Diesel for the delivery vans
    Total Energies | Heating oil, 3,000 litres
    Octopus Energy | Electricity bill for the shop
    Tibber | Charging of the company car
    EnBW | Monthly gas instalment
    Kwik Fit | Two tyres and a wheel alignment
    Halfords | Wiper blades, screenwash and a bulb kit
    Bosch Car Service | Brake discs and pads for the Transit
    Thule | Roof box for the estate car
    ADAC | Breakdown cover for three cars
    TÜV Nord | Main inspection of the trailer
    Brompton | Folding bike for the caretaker
    Schwalbe | Tubes and puncture repair kits
    Viking | Printer paper, folders and ballpoint pens
    Staples | Whiteboard markers and sticky notes
    Herman Miller | Four desk chairs
    IKEA | Desks and lamps for the new starters
    HP | Toner for the second-floor printer
    Brother | Label tape, black on white
    Iron Mountain | Secure shredding of old personnel files
    Dymo | Address labels
    Ricoh | Copier lease, monthly
    Moo | Business cards for the new director
    Vistaprint | Roll-up banners for the fair
    Flyeralarm | 2,000 A5 flyers for the sale
    Mimaki | Solvent ink and vinyl for the plotter
    Heidelberger Druck | Offset plates and blanket wash
    Penguin Random House | 15 copies of a negotiation handbook
    Springer | Journal subscription, applied mechanics
    O'Reilly | Online library for the platform team
    The Economist | Digital subscription
    Blackwell's | Set texts for the crime fiction module
    Scholastic | Reading scheme for year 2
    TTS | Counting cubes, glue sticks and sugar paper
    Texas Instruments | Graphing calculators for the maths department
    Lego Education | Robotics sets for the after-school club
    Promethean | Interactive board lamp
    School Trips Direct | Coach to the science museum for class 4b
    Deloitte | Audit of the annual accounts
    PwC | Transfer-pricing documentation
    Clifford Chance | Advice on a supplier contract
    Withers | Lawyer's fee for the shareholders' agreement
    EUIPO | Renewal of a trade mark in two classes
    Companies House | Annual return filing fee
    Xero | Accounting software, monthly
    DATEV | Payroll processing for 60 employees
    Gusto | Payroll and benefits administration
    Personio | HR suite renewal
    StepStone | Job advertisement for a nurse
    LinkedIn | Recruiter licence for one quarter
    Michael Page | Placement fee for the new controller
    Checkr | Pre-employment screening of three candidates with their consent
    Spring Health | Employee assistance programme with counselling
    Sodexo | Lunch benefit administration fee
    Hays | Temporary receptionist for two weeks
    Randstad | Three warehouse workers for the Christmas peak
    Securitas | Night guard for the building site
    ISS | Office cleaning, October
    Rentokil | Rat and mouse control in the store room
    Kone | Lift maintenance
    Johnson Controls | Test of the sprinkler system
    Chubb | Fire extinguisher inspection
    Assa Abloy | Door closers and master-key cylinders
    Dorma | Repair of the automatic entrance door
    Daikin | Filter change for the air conditioning
    CBRE | Service charge, third quarter
    WeWork | Hot desks for two in Lisbon
    Shurgard | Storage unit for exhibition furniture
    Savills | Valuation of the depot
    L'Oréal Professional | Hair dye, developer and foils for the salon
    Wella | Perm lotion and neutraliser
    OPI | Nail varnish and remover
    Dermalogica | Facial products for the treatment room
    Sephora | Make-up for the theatre production
    Gillette | Razors for the hotel's guest kits
    Urban Massage | Back massages at the wellness day
    Pampers | Nappies for the nursery, sizes 3 and 4
    Fisher-Price | Stacking rings and a play mat
    Smyths Toys | Water pistols for the summer fete
    Hasbro | Nerf blasters and darts for the team evening
    Ravensburger | Jigsaw puzzles for the waiting room
    Games Workshop | Miniature paints and brushes
    Nintendo | A console and four controllers for the break room
    Steam | Game licences for the QA lab
    Playmobil | Pirate ship and knights' castle as prizes
    Pets at Home | Food and litter for the office cat
    Royal Canin | Diet food for the guide dogs
    Village Vets | Vaccination and worming of two horses
    Fressnapf | Dog lead and a training clicker
    Zooplus | Bird seed and fat balls
    Decathlon | Footballs, bibs and cones for the youth team
    Speedo | Goggles and swim caps
    Wilson | Tennis balls, 12 cans
    Everlast | Punch bags and hand wraps for the boxing gym
    Concept2 | Rowing machine
    Nike | Running shoes for the relay team
    FC Union | Season tickets for customers
    Black Diamond | Climbing ropes, harnesses and belay devices
    Scubapro | Service of diving regulators
    Shimano | Fishing reels and lines for the angling club
    Easton | Arrows, targets and finger tabs for the archery club
    Leon Paul | Fencing foils and masks
    Burton | Ski passes and snowboard hire
    Live Nation | Concert tickets for the anniversary
    Eventbrite | Ticket fees for the user conference
    Party Rentals Ltd | Marquee, tables and 100 chairs
    Pyro Displays | Firework display at the town festival
    Bloom & Wild | Flowers for the reception desk
    Interflora | Wreath for a colleague's funeral
    Jack the Magician | Children's entertainer at the family day
    DJ Soulshine | Music at the Christmas party
    Photo Booth Co | Booth hire with props
    Merci Events | Wedding catering deposit
    Oxfam | Donation for earthquake relief
    Médecins Sans Frontières | Monthly donation
    Save the Children | Sponsorship of the school meals programme
    St Mary's Parish | Contribution to the organ restoration
    RNLI | Fundraising dinner, one table
    The Salvation Army | Donation in lieu of Christmas cards
    Raymarine | Chart plotter for the workboat
    International Paint | Antifouling for the hull
    Jotun | Two-component primer for the deck
    Svitzer | Tug assistance at berth 4
    Garmin | Aviation database update
    Jeppesen | Approach charts, annual
    Lycoming | Oil filter and spark plugs for the Cessna
    DJI | Drone propellers and a battery for roof surveys
    Vodafone | Mobile contracts for the field staff
    Telekom | Fibre line for the branch
    O2 | Roaming pass for two engineers
    Starlink | Kit for the remote site
    RingCentral | Phone system, 30 users
    Google | Search ads for the winter campaign
    Meta | Sponsored posts about the open day
    JCDecaux | Posters at two bus stops
    Mailchimp | Newsletter plan for 10,000 subscribers
    HubSpot | Marketing hub, professional
    Semrush | Keyword research subscription
    Ipsos | Customer survey in four countries
    Statista | Single account for market data
    Bloomberg | Terminal, monthly fee
    Dun & Bradstreet | Credit report on a new customer
    OpenCorporates | API access for company data
    Mapbox | Geocoding requests
    OpenAI | API credits for the support assistant
    Anthropic | Token usage, October
    Hugging Face | Inference endpoint for the classifier
    Scale AI | Labelling of 5,000 street images
    Lambda | GPU hours for training a speech model
    Farnell | Resistors, capacitors and a reel of solder
    Mouser | Microcontrollers and level shifters
    Digi-Key | Relays, fuses and connectors
    Keysight | Oscilloscope calibration
    RS Components | Heat-shrink tubing and crimp terminals
    Siemens | PLC spare part for the conveyor
    Festo | Pneumatic cylinders and fittings
    SKF | Bearings for the mill
    Trumpf | Laser cutting of 200 brackets
    Protolabs | CNC prototypes in aluminium
    Lincoln Electric | Welding wire and shielding gas
    Kärcher | Hire of a hot water pressure washer
    ABB | Robot arm commissioning, two days
    Graco | Spray gun nozzles and a hose for the paint shop
    Henkel | Hot-melt adhesive for the packaging line
    BASF | Polyurethane foam components
    Dassault | SolidWorks maintenance
    Autodesk | AutoCAD LT for the drawing office
    Shopify | Shop subscription and a theme
    Stripe | Billing add-on fees
    DocuSign | Envelope pack
    Grammarly | Business seats for the editors
    DeepL | Translation API, pro
    Lokalise | Localisation platform
    Notion | Team workspace
    Airtable | Base for the event plan
    Canva | Pro for the social media team
    LastMinute | City break for two, first wedding anniversary
    Interrail | Pass for my daughter's summer trip
    Zalando | Winter coat for my son
    H&M | School uniforms for the children
    Amazon | A kettle for my mother
    Etsy | Hand-knitted blanket for my wife
    Pandora | A bracelet for my wife's birthday
    Samsung | Phone for my husband
    Vinted | Pram and cot for our baby
    Netflix | Family plan
    Spotify | Duo plan for me and my girlfriend
    PureGym | Membership for my partner
    Audible | Audiobooks for the long drive with the kids
    Boulangerie Paul | Croissants for Sunday breakfast
    La Redoute | Curtains for the bedroom
    Dr. Meyer | Dental check-up for my father
    City Pharmacy | Prescription glasses for my wife
    Optical Express | Contact lenses, six months
    Kuoni | Honeymoon in the Maldives
    Zoo Zürich | Annual ticket for the family
    Local Council | Resident parking permit
    Kindergarten Sonnenschein | Monthly fee for two children
    Fahrschule Krause | Driving lessons for my daughter
    Tierheim Köln | Adoption fee for a rescue dog
    Restaurant Adria | Table for eight on my husband's fiftieth
    Steuerberater Huber | Tax return for my parents
    Umzüge Bauer | Moving a two-room flat
    Swarovski | Earrings for my girlfriend
    British Airways | Upgrade for my wife's flight home
    Nespresso | Descaling kit
    Hallmark | Valentine's card for my husband
  `),
};
