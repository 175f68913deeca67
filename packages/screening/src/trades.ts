/** Words by which a business names a trade that sells nothing prohibited. */
const trades = `accountants adventure antiques architects art arts athletics bakery bank bar barbers bikes bistro books
bookshop boots bowling brewery builders burger burgers butchers cafe cakes catering cathedral ceramics cheese church
cleaning climbing clothing coffee college construction cosmetics couriers cycles dairy dance deli dental design diner
electrical electronics engineering estate farm flooring florist florists flowers foods football furniture garage garden
gardens gelato golf grill gym hardware honey hostel hotel ice insurance interiors jewellers jewelers joinery
kitchen landscaping laundry library lighting locks logistics magazine mowers museum music nursery opera optic optician
opticians orchestra painting pest pets pizza pizzeria plumbing pottery press printers printing productions records
removals resort restaurant roasters roofing school shoes signs society solar spa spices sports stadium stationers
steakhouse studio studios sunglasses supermarket tailors tea theatre theater tiles tours toys transport travel
trust typography university vineyard vineyards wines winery yoga
barbecue bathrooms bbq beds brewing burritos butchery cameras candy carpets cars chocolate cinema cupcakes curtains
dentist dentists distillery fitness gallery gloves hair hairdressers hosiery inn jeans kindergarten lawyers linen motorcycles
noodles opticals parking perfume perfumery pies primary pub salon scaffolding screens solicitors sushi sweets tapas
tax theatres trattoria tyres upholstery vintage washing
apotheke baumarkt blumen boulangerie buchhandlung bäckerei fioraio fleuriste florista floristería gärtnerei konditorei
librairie libreria librería metzgerei museo musée panadería papelería pasticceria pâtisserie restaurante ristorante
schreinerei supermarché supermercado supermarkt tischlerei weingut`;

const words: ReadonlySet<string> = new Set(trades.split(/\s+/u));

/** A business has a short name. In a longer text, a trade may be one of many words. */
const mostWords = 6;

/** Whether a vendor's name states its trade: Hitman Pest Control, Bet365 Stadium. */
export function isOfTrade(vendor: string): boolean {
  const named = vendor
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
  return named.length <= mostWords && named.some((word) => words.has(word));
}
