import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const everydayBusiness: PurchaseGroup = {
  kind: "everyday: office, people, trade",
  ordinary: purchases(`
    Staples | printer paper, toner and envelopes
    IKEA | four desks and a whiteboard
    Herman Miller | office chair for the new hire
    Dell | monitor, 27 inch
    Apple | MacBook Air for the designer
    Lenovo | two docking stations
    Ubiquiti | access point and a switch
    Amazon | USB-C cables and a hub
    Amazon | replacement batteries for the smoke alarms
    Costco | snacks, tea and oat milk
    Instacart | fruit basket for Monday
    Uber Eats | lunch for the workshop, twelve people
    Starbucks | coffee for the candidate interviews
    Deliveroo | dinner for the on-call team
    Nespresso | capsules and descaler
    Lufthansa | flight to Berlin, economy
    Ryanair | return flight Dublin to London
    Airbnb | flat for the offsite, three nights
    Booking.com | hotel near the conference
    Hertz | rental car, two days
    Lyft | ride to the client
    Eurostar | tickets to Paris
    WeWork | day passes, five
    Regus | meeting room, half a day
    Eventbrite | tickets for the data conference
    NeurIPS | registration, student rate
    O'Reilly | learning platform, team
    Coursera | machine learning specialisation
    Udemy | course on accessibility
    Springer | article on protein folding
    Elsevier | open access fee of the paper
    USPTO | trademark filing fee
    LegalZoom | operating agreement
    Clio | matter management
    Upwork | logo design, fixed price
    Fiverr | voice-over of the explainer, 60 seconds
    Toptal | frontend developer, 20 hours
    99designs | packaging design contest
    LinkedIn | job post, backend engineer
    Indeed | sponsored job advert
    Checkr | background check of a candidate, with consent
    Meta Ads | campaign for the spring collection
    Google Ads | search ads, brand terms
    Reddit Ads | promoted post in r/programming
    TikTok Ads | video ads, two weeks
    Spotify | audio advertising
    Clear Channel | poster in the bus shelter
    VistaPrint | business cards and flyers
    Moo | stickers for the conference
    Printful | T-shirts with our logo, 40
    Shutterstock | images for the blog
    Epidemic Sound | music for the podcast
    Rev | captions of the webinar
    Descript | podcast editing
    DHL | express parcel to Oslo
    FedEx | overnight documents
    UPS | pickup of returns
    Flexport | freight, half a container
    Maersk | container to Rotterdam
    Alibaba | sample of bamboo packaging, 50 pieces
    Uline | boxes, tape and bubble wrap
    Grainger | safety gloves and ear protection
    McMaster-Carr | stainless screws and washers
    RS Components | resistors, sensors and a power supply
    Digi-Key | microcontrollers, 25 pieces
    Adafruit | LED strips and a soldering kit
    Prusa | filament, PLA, grey
    Bosch | impact drill and bits
    Home Depot | paint, brushes and a ladder
    Screwfix | door locks for the store room
    British Gas | office heating, October
    Octopus Energy | electricity of the workshop
    Verizon | business internet
    Vodafone | SIM cards for the trackers on our pallets
    Allianz | liability insurance, quarterly
    Hiscox | cyber insurance
    Bupa | health insurance, new employee
    Specsavers | screen glasses voucher for an employee
    Red Cross | first aid course
    Interflora | flowers for a colleague's birthday
    Bloom & Wild | condolence bouquet
    Salvation Army | holiday donation
    UNICEF | donation instead of Christmas presents
    City of Austin | parking permit
    DMV | registration of the delivery van
    Shell | petrol for the delivery van
    ChargePoint | charging of the company car
    ADAC | breakdown cover
    Michelin | winter tyres
    Jiffy Lube | oil change
    Petco | food for the office dog
    Vet Clinic Mitte | vaccination of the office dog
    Thermo Fisher | pipette tips and nitrile gloves
    Sigma-Aldrich | ethanol, lab grade, two litres
    Twist Bioscience | DNA synthesis, three genes
    Illumina | flow cell
    Zymo | extraction kit
    Planet Labs | satellite images of wheat fields
    John Deere | tractor part, hydraulic filter
    Bayer | seeds for the trial field
    Vitra | stools for the canteen
    Sonos | speaker for the lounge
    Nintendo | Mario Kart for the games corner
    Lego | serious play set for the workshop
    Yoga Studio Nord | lunchtime yoga, ten sessions
    Decathlon | footballs and bibs for the team
    Cinema City | film night, 22 tickets
    Madame Tussauds | tickets for the visiting team
    Catering Nord | finger food for the launch
    Party Rent | tables and glasses
    AV Rentals | projector and microphones
    Notary Weber | certification of two signatures
    KPMG | annual audit, first instalment
    Steuerberater Klein | VAT return
    Landlord Ltd | rent of the studio, November
    CleanCo | weekly office cleaning
    Rentokil Initial | hand towels and soap
    Iron Mountain | shredding of old files
    Securitas | alarm monitoring
    Brinks | pickup of the day's takings
    Verisure | smoke detectors
    Otis | lift maintenance
    G4S | night guard for the exhibition
  `),
};
