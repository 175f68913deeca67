import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

/** Ordinary goods and services whose words also occur in prohibited purchases. */
export const ordinaryGoods: PurchaseGroup = {
  kind: "everyday: goods with dangerous names",
  ordinary: purchases(`
    Pacific Seafood | wild-caught salmon fillets for the canteen
    Fishmonger Bay | wild caught tuna, 12 tins
    Northern Catch | wild-caught cod and prawns for the team dinner
    Panduit | cable-tie gun and two bags of ties
    Avery Dennison | pricing gun with six rolls of labels
    Lincoln Electric | MIG welding gun and contact tips
    Track Supplies | starter pistol for the school sports day
    Toy Barn | toy weapons for the fancy dress box
    Costume Hut | foam swords and toy pistols for the pirate party
    Makita | cordless nail gun for the workshop
    Ryobi | hot air gun for shrink wrap
    Steinel | heat gun, 2000 W
    DeWalt | brad nailer and framing nail gun
    Bosch | glue gun and glue sticks
    Wagner | paint spray gun for the fence
    Theragun | percussion massage gun for the gym
    Milwaukee | cordless grease gun
    Sealey | air blow gun for the compressor
    Workshop Direct | tagging gun and barbs for the clothing rail
    Monarch Marking | label gun ink rollers
    Tuft Love | rug tufting gun and yarn
    Karcher | snow foam gun for the car wash
    Kitchen Warehouse | cookie press gun with discs
    Flir | infrared temperature gun for the boiler room
    Rapid | staple gun and 10 mm staples
    Screwfix | silicone sealant gun and cartridges
    Plasti Dip | gun metal grey paint for the bike frame
    Party Pieces | bubble gun and confetti cannon for the summer fair
    Laser Quest | laser gun session for ten children
    Fun Fair Hire | shooting gallery stall for the village fair
    Arcade Hire | duck shooting game for the family day
    Lush | bath bombs for the gift bags
    Cherry Tree Cocktails | espresso martini shots for the launch party
    Bar Supplies | 50 plastic shot glasses and a bottle rack
    Headshot London | headshots photographer for the team page
    Studio Nine | photo shoot for the catalogue
    Polycell | crack filler for the office wall
    Polyfilla | deep crack repair paste, two tubes
    Boots | poison ivy cream and plasters for the first aid box
    Roundup | weed killer for the car park
    Scotts | moss and weed control for the lawn
    Rentokil | rat poison bait stations for the warehouse
    Ortho | wasp and ant killer spray
    CVS | drug store order: tissues and hand cream
    Duane Reade | drugstore sundries for the welcome kits
    Orca Tours | killer whale tour for the offsite
    Nature Cruises | killer whale watching, eight seats
    Sharp Knives Co | chef knife set for the test kitchen
    Victorinox | butter knives and a bread knife
    Hunter Boots | wellington boots for the field team
    Blade Barbers | razor blades for the spa
    Smoke House | smoking gun for cocktails with apple wood chips
    Uline | carton knife and tape gun
    Deadline Couriers | overnight delivery of the contracts
    Dead Sea Cosmetics | mud masks for the raffle
    Bomber Jackets | bomber jackets with our logo for the crew
    Photobomb Booths | photo booth hire for the wedding
    Nutribullet | bullet blender for the office kitchen
    Moleskine | bullet journals for the planning workshop
    Train Line | bullet train tickets Tokyo to Osaka
    Ammonite Shop | fossil ammonites for the school display
    Cannon Hall Farm | tickets for the family day
    Canon | ink cartridges for the printer, black and colour
    HP | toner cartridges, four
    Brita | water filter cartridges
    Ink Express | 200 printer cartridges for the schools
    Pistachio House | pistachio paste for the ice cream
    Shotgun Software | review licences for the animation team
    Rode | shotgun microphone for interviews
    Surefire Roofing | fire retardant spray for the stage curtains
    Bullet Couriers | same day delivery to the warehouse
    Trigger Point | foam roller and trigger point balls
    Silencer Exhausts | exhaust silencer for the delivery van
    Walker Mufflers | rear silencer and clamps
    Schneider | surge suppressor for the server rack
    Explosion Box Gifts | explosion gift box for a birthday
    Dynamite Dance | dance class for the staff party
    Grenadine Syrups | grenadine and soda for the bar
    Torpedo Tent | festival tent and two mats
    Torpedo7 | mountain bike tyres
    Missile Toe Crafts | mistletoe and ribbon for December
    Rocket Espresso | espresso machine service
    Launch Darkly | feature flags, annual plan
    Arms & Legs Furniture | office chair arms, four pairs
    Arm Ltd | developer board for the prototype
    Tank Store | 1000 litre rain water tank
    Aqua One | fish tank with filter for reception
    Minefield Games | mine sweeper board game for the lounge
    Sniper Tools | sniping tool for auctions on eBay
    Archers Bakery | arrow shaped biscuits
    Bow Ties Inc | bow ties for the waiters
    Rifle Paper Co. | calendars and note cards
    Musket Cove Resort | two nights for the winners
    Revolver Coffee | coffee beans, 10 kg
    Pistol Pete's Pizza | pizza for the late shift
    Holster Brands | hair straightener holster for the salon
    Hitman Pest Control | quarterly pest control of the kitchen
    Bet365 Stadium | hospitality tickets for the match
    William Hill Estate | a case of grape juice for the fair
    Guns & Roses Florist | bouquets for the reception
    Gunn & Moore | cricket bats for the youth team
    Assassin's Coffee Roasters | beans for the espresso bar
    Killer Burger | lunch for the design team
    Drug Emporium | vitamins and shampoo
    Poison Ivy Removal Co | clearing the hedge behind the office
    Bombay Spice House | spices for the cookery class
    Black Market Antiques | a walnut desk for the lobby
    Stolen Sweets Bakery | cupcakes for Friday
    Hustler Mowers | spare blades for the lawn mower
    Casino Supermarket | groceries for the flat in Lyon
    Lucky Strike Bowling | two lanes for the team evening
    The Cannabis Law Group | seminar on new regulations
    Spy Optic | safety sunglasses for the drivers
    Fake Bake | self tan lotion for the dance show
    Bandit Running | running shorts for the relay team
    Smuggler's Cove Adventure Golf | mini golf for twelve
    Outlaw Burger Bar | catering for the all hands
    Pirate Ship | shipping labels for parcels
    Pirates Cove Water Park | day tickets for the children
    Ransom Everglades School | booth at the careers fair
    Slayer Espresso | espresso machine for the office
    Mafia Pizza | twelve margheritas for the hackathon
    Cartel Coffee Lab | coffee subscription
    Brothel Creeper Shoes | crepe soled shoes for the costume rail
    Strip Steak House | team dinner for nine
    Speakeasy Bar | private room for the retirement party
    Bloomingdale | birthday scarf for my wife
    Interflora | flowers for my wife on our anniversary
    Pandora | a bracelet for my wife
    Hilton | weekend stay for my wife and me
    Fitbit | step counter for my husband
    Delta | seat upgrade for my husband
    Specsavers | new glasses for my wife
    Toys R Us | train set for my son
    Lego | castle set for my daughter's birthday
    Duolingo | family plan for my wife and kids
    Apple | phone case for my husband
    Airbnb | cottage for my girlfriend and me in June
    Barclaycard | cash advance fee on the March statement
    American Express | foreign transaction and cash advance fee
    GoodCompliance | anti-bribery training for the sales team
    Skillsoft | anti-bribery and corruption e-learning, 40 seats
    Thomson Reuters | bribery act compliance course
    ACAMS | anti-money-laundering certification for two analysts
    KnowBe4 | phishing awareness training for all staff
    Udemy | course on fraud detection in Python
    LexisNexis | sanctions screening subscription
    Ethics Academy | modern slavery awareness training
    Crisis Prevention Institute | active shooter response training
    Red Cross | first aid for stab wounds and bleeding control course
    Samaritans Training | suicide prevention workshop for managers
    NSPCC Learning | safeguarding course on child abuse
    Victim Support | donation from the charity run
    Women's Aid | donation for domestic violence survivors
    MIND | mental health first aid course
    Tenable | vulnerability scanner licence
    Rapid7 | penetration test of our web shop
    Hack The Box | lab access for the security team
    1Password | password manager, team plan
    Cloudflare | DDoS protection, business plan
    Malwarebytes | anti-malware licences, 25 devices
    HackerOne | bug bounty programme fee
    Burp Suite | web security scanner, one licence
    Yubico | security keys for all employees
    Faraday Bags | signal blocking pouch for car keys
    Waterstones | murder mystery novels for the book club
    Audible | true crime audiobooks for the commute
    Murder Mystery Co | murder mystery evening for the team
    Steam | zombie shooter for the games night
    Ubisoft | Assassin's Creed for the lounge console
    Netflix | documentary about the drug war, monthly plan
    British Film Institute | screening of Kill Bill
    Criterion | DVD of The Sniper for the film class
    Hasbro | Nerf blasters and foam darts for the office
    Games Workshop | miniature soldiers with rifles, unpainted
    Warhammer Store | plastic tank model kit
    Airfix | Spitfire fighter model with missiles
    Fancy Dress Co | cowboy costume with plastic gun
    Halloween HQ | fake blood, skeletons and a plastic axe
    Prop Store | rubber knife and prop gun for the play
    Theatre Supplies | blank programme sheets and stage blood
    Paintball Park | paintball session for the sales team
    Airsoft Centre | safety goggles for the laser tag day
    Escape Rooms Ltd | prison break escape room for eight
    Axe Throwing Club | axe throwing for the team social
    Archery GB | beginners' archery course for six
    Clay Lodge | clay pigeon shooting day for clients
    Fencing Club | foil fencing taster and masks
    Judo Centre | judo mats, twenty
    Boxing Gym | boxing gloves and hand wraps
    BJJ Academy | self defence class for the office
    Climb Co | crash pad and chalk
    Golf Depot | golf balls and a putter
    Pool Tables Direct | set of pool balls and eight-ball rules poster
    Darts Corner | steel tip darts and a board
    Slingshot Sports | Porsche track day
    Body Shop | body butter and soap
    Sephora | lip stain and eyelash glue
    Sally Beauty | bleach powder and peroxide 6 percent
    Urban Decay | eye shadow palette for the make-up artist
    Salon Supplies | hair dye and a crimper
    Tattoo Supply Co | tattoo gun needles and ink
    Claire's | ear piercing gun and sterile studs
    Waxing World | wax strips and strip remover
    Zwilling | meat cleaver for the canteen
    Nisbets | meat injector and tenderiser
    Weber | charcoal and lighter fluid for the barbecue
    Cream Supplies | whipped cream dispenser for the patisserie
    Borough Wines | crate of sparkling grape juice
    Hotel Chocolat | liqueur chocolates for the raffle
    Teapigs | gunpowder green tea, 1 kg
    Whittard | opium perfume candle
    Spice Mountain | poppy seeds and saffron
    Bulk Foods | hemp seeds and oat flour
    Pop Tarts Wholesale | popping candy and pop rocks
    Bakery Supplies | hash brown patties, frozen
    Coca-Cola | crate of Coke Zero for the fridge
    Diet Store | Coke and speed skating bottles for the club
    Crack of Dawn Bakery | crackers and bread rolls
    Pets at Home | flea poison collar for the cat
    Zooplus | rabbit hutch and hay
    Petco | live crickets for the gecko
    Reptile World | heat lamp for the tortoise
    Bird Food Co | seed for the parrots in reception
    Kennel Club | dog training whistle and clicker
    Vet Direct | dog worming tablets
    Aquarium World | bamboo shrimp and snails
    Fly Fishing Shop | fly lures and a landing net
    Bait & Tackle | bait for the fishing trip
    Trap Man | mouse traps, twelve
    Deer Fence Co | fence to keep deer off the field
    Farmers Direct | seed drill parts and drench gun
    Agri Supplies | ammonium sulphate fertiliser, 25 kg
    Garden Centre | slug pellets and rose food
    Stihl | chain saw oil and a hedge trimmer
    Gardena | hose spray gun and a reel
    Stump Grinders | stump killer and loppers
    B&Q | sledge hammer and wrecking bar
    Demolition Hire | demolition hammer for the bathroom floor
    Speedy Hire | core drill and dust suppressor
    Concrete Supplies | concrete vibrator poker hire
    Paint Store | paint stripper, 5 litres
    Cable World | wire strippers and crimp tool
    Locksmith Ltd | new locks for the back door
    Medisave | syringes and needles for the flu clinic
    Pharmacy2U | antihistamines for the first aid kit
    Dental Depot | dental bur and suction tips
    Lab Supply | methanol and pipettes for the teaching lab
    Sigma Aldrich | lysine and sodium chloride
    Uni Lab | cell killing assay kit
    Biotech Tools | gene gun cartridges for the plant lab
    NHS Supply | sharps bins and gloves
    BioLegend | antibody for killer T cell staining
    Thermo | mass spectrometer ion gun filament
    Cancer Research | licence of drug target data
    DrugBank | drug interaction data, annual licence
    PharmaPress | textbook on drug safety
    Snowflake | kill switch monitoring for batch jobs
    GitHub | runner minutes for the exploit-free build
    Sentry | crash reports, team plan
    PagerDuty | incident alerts for dead man switch
    AWS | spot instances for batch training
    DataDog | log bomb alerts and monitors
    Stripe | chargeback protection fee
    Ahrefs | backlink attack audit
    Mailgun | e-mail sending, 50k
    Rocket.Chat | self hosted chat licence
    Bombora | intent data subscription
    Gunicorn Support | support contract for the Python server
    Trojan Batteries | deep cycle batteries for the golf carts
    Virus Total | file scanning API
    Kaspersky Jewellers | repair of a watch
    Robbery Insurance Co | burglary insurance for the shop
    AXA | terrorism and war risk cover
    Hiscox | kidnap and ransom policy renewal
    Law Society | course on criminal law
    Legal Aid Co | criminal record check for a new driver
    DBS Checks | background checks for five volunteers
    Notary Public | certified copies of passports for visas
    Visa Office | visa application fee for a business trip
    Passport Photos | passport photos for three employees
    Home Office | work permit fee for our engineer
    Customs Broker | import duty and clearance fee
    HMRC | late filing penalty
    City Council | parking permit for the van
    Building Inspector | inspection fee for the extension
    Regulator Parts | gas regulator for the welding bottle
    Governor House Hotel | conference room for the board
    Judge & Sons Printers | certificates for the bake-off judges
    Referee Supplies | whistles and cards for referees
    Mayor's Fund | charity dinner tickets
    Speed Queen | washing machine for the laundry room
    Laundry Genius | laundry service for table cloths
    Money Supermarket | comparison report
    Cash Converters | used laptop for testing
    Offshore Survival Centre | offshore safety course for two engineers
    Shell | fuel for the delivery van
    Shell Companies House Guide | shells and coral for the window display
    Coin Laundry | detergent pods
    Moss Bros | suit hire for the escort driver
    Ford Parts | Escort brake discs
    Vehicle Escort Services | escort vehicle for the wide load
    Strip Lights Direct | LED strip lights for the studio
    Adult Education Centre | adult evening class in Spanish
    Adult Nappies Direct | incontinence pads for the care home
    Mature Cheese Co | mature cheddar for the buffet
    Sexton Joinery | oak doors
    Essex Events | marquee for the open day
    Middlesex University | short course fee
    Cockburn's | port for the raffle hamper
    Scunthorpe Tiles | bathroom tiles
    Dick's Sporting Goods | tennis balls
    Hooker Furniture | side tables for the lounge
    Bondage Free Hair | hair bands and nets
    Love Your Rubber Stamps | rubber stamps and ink
    Latex Gloves Ltd | latex gloves, box of 100
    Toy Library | adult size scooter for the courier
    Poker Face Prints | posters for the common room
    Bingo Wholesale | bingo markers for the care home
    Raffle Tickets Direct | raffle ticket books for the fair
    Lottery Heritage Fund | application support for a museum grant
    Horse Race Displays | trophy for the donkey derby
    Slot Cars World | slot car track for the lounge
    Dice Shop | dice for teaching probability
    Card Factory | playing cards for the party bags
    Betting on Bees Honey | honey jars for guests
    Safe Bet Locks | padlocks for the lockers
    Druckerwelt | Patronen für den Tintenstrahler
    Tintenmarkt | Druckerpatronen schwarz, fünf Stück
    Baumarkt | Heißklebepistole und Klebesticks
    Obi | Nagelpistole und Heißluftpistole
    Hornbach | Kartuschenpistole für Silikon
    Sporthaus | Startpistole für das Sportfest
    Fischer Fisch | Wildlachs aus Wildfang für die Kantine
    Gartenfreund | Rattengift und Schneckenkorn
    Kostümladen | Spielzeugpistole und Cowboyhut
    Juwelier Kern | Armband für meine Frau
    Blumen Schmitt | Blumenstrauß für meine Frau
    Bäckerei Bombe | Brötchen für das Frühstück
    Weinhaus | Traubensaft für das Sommerfest
    Karstadt | Schuhe für meinen Mann
    Akademie | Schulung zur Geldwäscheprävention
    Kita Bedarf | Wasserpistolen für das Sommerfest
    Leroy Merlin | pistolet à colle et bâtons
    Castorama | pistolet à peinture pour la clôture
    Pêcheur Breton | saumon sauvage pour la cantine
    Fleuriste | bouquet pour ma femme
    Bureau Vallée | cartouches d'encre pour l'imprimante
    Jardiland | désherbant et mort aux rats
    Décathlon | pistolet de départ pour la course
    Fnac | roman policier pour le club de lecture
    La Poste | timbres et enveloppes
    Carrefour Traiteur | plateau de fromages et jus de raisin
    Ferretería Sol | pistola de silicona y barras
    Bricodepot | pistola de clavos y compresor
    Pescadería | salmón salvaje para el comedor
    Floristería | ramo de flores para mi esposa
    Papelería | cartuchos de tinta para la impresora
    Deportes | pistola de salida para la carrera
    Juguetería | pistola de agua para los niños
    Academia | curso de prevención del blanqueo
    Ferramenta | pistola per colla a caldo
    Pescheria | salmone selvaggio per la mensa
    Fioraio | fiori per mia moglie
    Cartoleria | cartucce per la stampante
    Giardino | diserbante per il vialetto
    Libreria | romanzi gialli per il circolo
    Ferragens | pistola de cola quente
    Peixaria | salmão selvagem para o refeitório
    Florista | flores para minha esposa
    Papelaria | cartuchos de tinta para a impressora
    Gamma | lijmpistool en lijmsticks
    Praxis | nietpistool en nietjes
    Bloemist | bloemen voor mijn vrouw
    Visboer | wilde zalm voor de kantine
    Clas Ohlson | limpistol och limstavar
    Blomsterbutiken | blommor till min fru
    Fiskhallen | vildfångad lax till lunchen
    Jysk | gardiner til kontoret
    Biltema | varmluftpistol
  `),
};
