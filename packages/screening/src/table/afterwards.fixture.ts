import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

/** Written after the first selection of terms, and never used to tune them. */
export const afterwards: PurchaseGroup = {
  kind: "written afterwards",
  prohibited: purchases(`
    Basin Trading | Colt 1911 and a holster, private sale without paperwork
    Basin Trading | box of 50 cartridges for the hunting rifle of a friend
    Quiet Hardware | kit that turns a flare launcher into a firearm
    Quiet Hardware | tripwire alarm loaded with buckshot
    Novelty Import | pen that hides a blade, twelve of them
    Salt Flats Chemical | ingredients and a recipe for TATP
    Ridge Drone Works | payload release so that the quadcopter can drop explosives
    Midnight Courier | half a gram of coke to the hotel
    Midnight Courier | thirty Percocet from somebody's surgery
    Meadow Collective | two ounces of marijuana, pick-up at the park
    Strong Body Lab | oral turinabol and needles
    Student Helper | Ritalin for exam week, no questions asked
    Rave Supply | ketamine and GHB bundle
    Anon Pharma | abortion pills and sedatives, no prescription required
    Cardhouse | 100 live credit cards with billing addresses
    Cardhouse | cloned fuel cards
    Doc Studio | residence permit that passes a police check
    Doc Studio | utility bill edited to show our address
    Doc Studio | honorary doctorate, printed with today's date, to show to employers
    Rank Rocket | fifty glowing reviews for our app, written by your team
    Rank Rocket | one thousand phantom app installs and ratings
    Mail Cannon | bulk e-mail in the name of the customer's bank with a login page
    Mail Cannon | list of elderly people with savings, for a call about a grandson in trouble
    Lookalike Domains | typo domain of our competitor with their logo to collect orders
    Claims Partner | second invoice over a higher amount for the insurer
    Bearer Bonds SA | moving cash through a nail salon's books
    Bearer Bonds SA | invoices for goods that never shipped, to bring the money home
    Port Facilitation | a watch for the tax inspector before the audit
    Port Facilitation | relabelling cargo for a buyer under embargo
    Clever Accountant | keeping two thirds of the wages out of the payroll records
    Result Makers | half time result arranged with the goalkeeper
    Whisper Network | tomorrow's merger news, from an employee of the target
    Flood Works | 300,000 requests a second against a shop until it pays
    Flood Works | ransom note service with a leak site
    Ghost Login | working logins to a city hospital's remote desktop
    Ghost Login | remote control of my ex-husband's laptop without his knowing
    Ghost Login | reset of somebody's two-factor codes through a friend at the carrier
    Ghost Login | scraper that gets past the login of a dating site to copy private pictures
    Macro House | Excel attachment that installs a hidden downloader
    Movie Vault | every film of this year on a stick, before the DVD
    Movie Vault | Photoshop with the licence check removed
    Movie Vault | e-book bundle, 40,000 novels, no rights
    Night Shift | two men to frighten a tenant out of the flat
    Night Shift | acid to throw at a rival
    Night Shift | someone who makes sure that the witness does not testify
    Night Shift | burn the old warehouse down for the insurance
    Market Stall | bush meat and a parrot caught in the wild, no permit
    Labour Pool | harvest hands without papers, locked in at night, unpaid
    Lonely Hearts VIP | overnight companion with sex included
    Lonely Hearts VIP | lap dancer for the buck's night
    Lonely Hearts VIP | AI pictures of a classmate without clothes
    Bay Street Tables | chips for the high-stakes room
    Bay Street Tables | 40 on red
    Bay Street Tables | ten accumulators on the weekend's games
    Quick Loans DE | Schusswaffe ohne Waffenschein
    Calle Ocho | marihuana y éxtasis para la fiesta
    Rue Noire | faux diplômes et fausses fiches de paie
    Corner Kiosk | Google Play cards for 500, scratch and send photos
    Corner Kiosk | 0.3 ETH to the wallet that the caller named
    Corner Kiosk | wire 4,000 to the account in the supplier's latest e-mail
  `),
  ordinary: purchases(`
    Home Guard | fire extinguisher and smoke alarm
    Safariland | ear muffs for the machine shop
    Total War Store | strategy game for the lunch club
    Blaster Recs | rental of bubble shooters for the summer party
    Victorinox | pocket knives with our logo for the campers
    Zwilling | chef's knife and a sharpening steel for the canteen
    War Child | donation
    Imperial War Museum | group tickets
    Rocket Lawyer | contract templates
    SpaceX Rideshare | cubesat launch deposit
    Nerf Parties | foam dart battle for the interns
    Tank Museum Bovington | school class visit
    Tank World | rain water tank, 1,000 litres
    Torpedo7 | cycling gloves
    Grenade Nutrition | carb killa bars, one box
    Bomb Pop | ice lollies for the open day
    ShotSpotter | gunshot alarm for the campus
    Gunnar Optiks | blue light glasses
    Gunnebo | turnstile service
    DrugScan | urine cups for the occupational doctor
    Sandoz | licensed purchase of antibiotics for the animal hospital
    GoodRx | discount data feed
    Epocrates | reference app for the nurses
    Herbal House | chamomile and peppermint tea
    High Times Trampoline | team afternoon
    Snow Removal Ltd | clearing of the yard
    Ice Cold Ltd | dry ice for the samples
    Speed Fibre | upgrade to 500 Mbit
    Angel Dusting Co | cleaning of shelves
    Needle & Thread | sewing kits
    Injection Mould Pros | plastic housings
    Pipeline CRM | three seats
    Bong Joon Films | rights to screen Parasite at the film club
    Joint Venture Law | review of the JV agreement
    Roach Busters | cockroach traps
    Rolling Stone | magazine subscription
    Rolex Learning Centre | room hire
    Fake Tan Studio | spray tan for the stage cast
    Faux Fur Co | cushions for the set
    Forge Fitness | gym membership
    Phisherman's Friend | throat lozenges
    IronScales | phishing protection for mailboxes
    Abnormal Security | e-mail security, ten mailboxes
    Identity Theft Resource Center | donation
    Refunder | returns portal for customers
    Copyright Clearance Center | licence of two articles
    Passport Photo Online | pictures for visa applications
    VFS Global | visa fees for the engineer
    Post Office | passport renewal of the director
    Card Printer World | blank staff ID cards
    CloneZilla Support | disk imaging of our laptops
    Skim Milk Dairy | milk for the coffee machine
    Bribery Act Experts | compliance workshop
    Tax Shelter Books | accounting textbook
    Offshore Wind Week | conference ticket
    Wash & Go | car wash for the fleet
    Sanctions Advisory | legal opinion on an export licence
    Clean Money Podcast | sponsorship of an episode
    Insider | event analytics subscription
    Match.com | ad placement
    Match Fix Tools | matchsticks and glue for model makers
    Race Roster | entry to the charity run
    VoteRunner | online voting for the works council
    Burp | licence renewal, security testing of our own API
    Detectify | attack surface scan
    Shodan | membership
    Bitdefender | endpoint licences
    Botpress | chatbot builder, plus plan
    Flood Insurance Co | premium for the warehouse
    Flood.io | load generation for our staging environment
    Phantom Buster | automation of our own LinkedIn page
    Hacksaw Depot | blades and a vice
    Trojan Skate | wheels and trucks
    Worm Gear Co | gearbox spare part
    Rootstock Nursery | vine rootstocks
    Root Insurance | van cover
    Virus Lab Course | seat in the molecular biology class
    Keychron | keyboards
    KeyLogic | key cabinet for the cars
    Spy Museum | school trip
    Torrent Power | electricity bill of the Ahmedabad office
    Crack Coffee | two kilos of beans
    Safe Crackers Escape Room | team event
    Black Flag Surf | wetsuit hire
    Blackbeard Pirates Dinner Show | twelve seats
    Jolly Roger Party Shop | pirate costumes for the children's day
    Steamboat Rentals | boat hire on the lake
    Slaughterhouse Gallery | exhibition space
    Deadpool Comics | graphic novels for the library
    Killer Queen Tribute | band for the anniversary
    Kill Bill Cleaners | invoice clearing software demo
    Hit Records | jingle production
    Assassin Bug Supply | beneficial insects for the greenhouse
    Poison Ivy Removal | clearing the path
    Poison Control | training for the nursery staff
    Kidney Foundation | charity dinner
    Organ Recital Trust | concert tickets
    Baby Bunting | playpen for the parents' room
    Child Care Access | holiday camp for employees' children
    Slave Lake Outfitters | canoe rental
    Body Worlds | group tickets
    Escort Radar | rental of a traffic counter
    Strip Curtain Co | door curtain for the cold store
    Nude Foods | lunch boxes
    Sexing Technologies | cattle breeding report
    Adult Learning Inc | literacy course
    Hooker Furniture | sofa for the reception
    Happy Endings Bookshop | romance novels for the library
    Fetch Pet | insurance of the office dog
    Casino Café Berlin | lunch meeting
    BetterUp | coaching sessions
    Odds & Ends | storage bins
    Chip Shop | fish and chips for the crew
    Texas Instruments | calculator and chips
    Blackjack Roofing | repair of the shed roof
    Spin Cycle | bike class
    Jackpot Candy | sweets for the fair
    Bitwarden | password manager
    Ripple Foods | plant milk
    Gift of the Gab | public speaking course
    Cardinal Health | gloves and masks
    Vape Detect | sensors for the school toilets
    Party Cannon | birthday party of the founder
    Tracker Boats | spare propeller
    Bulli Tours | VW bus for the offsite
    Waffle House | breakfast for the night shift
    Drogerie Müller | Seife und Handtücher
    Munich Re | Prämie für die Maschinenversicherung
  `),
};
