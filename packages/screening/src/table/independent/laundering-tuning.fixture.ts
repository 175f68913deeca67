// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const launderingTuning: PurchaseGroup = {
  kind: "laundering",
  prohibited: purchases(`
    Mule Network | Five people with bank accounts who pass on transfers for a cut
    Cashflow Friends | Split 90,000 in cash into deposits under the reporting limit at several branches
    Bazaar Exchange | Informal transfer of 40,000 to Dubai without any record
    Laundromat Partners | Stake in a car wash to run the drug takings through its till
    Third Flag Shipping | Relabel the machine parts as coming from Turkey, so that they get round the embargo on Russia
    Paper Consulting FZE | Invoice for consulting that never took place, so that money can leave the firm
    Nordic Art Finance | Buy a painting at ten times its value to move the seller's dirty money
    Swiss Discreet | Numbered account that the tax office will not hear of
    Prepaid Paradise | 300 anonymous debit cards to cash out the proceeds
    CleanCoin Bridge | Swap stolen ether to monero across chains
    Gold Souk Broker | Turn cash of unknown origin into gold bars, no papers
    Zero Trail | Crypto exchange account without identity check, registered to a dead person
    Shelfco Depot | Ten aged shell companies to layer the payments through
    Ghost Payroll Ltd | Put people who do not exist on the payroll and get the wages back in cash
    Petro Shadow | Crude from a sanctioned tanker with its transponder switched off
    Hidden Till Systems | Till software that deletes part of the day's sales before the tax inspector comes
  `),
  ordinary: purchases(`
    Persil Professional | Laundry detergent, 4 x 10 kg
    Seashell Supplies | Shells for the craft kits
    ComplyAdvantage | Sanctions and anti-money-laundering screening, 500 searches
    Breville | Stand mixer and blender for the demo kitchen
    Wise | Fee for paying the contractor in Poland against invoice 118
    Offshore Wind Training | Sea survival course for two technicians
    Money Box Toys | Wooden cash registers for the kindergarten
    Cleancloud | Point of sale software for our dry cleaners
    Layer Cake Bakery | Layer cake for the tenth anniversary
    Structure Tone | Structural survey of the mezzanine
    Smurf Village Gifts | Plush toys for the raffle at the school fête
    Tumble Tots | Hire of tumbling mats for the family day
    Crown Agents | Freight forwarding of relief goods to Kenya, with customs papers
    Deloitte | Forensic accounting training for three auditors
  `),
};
