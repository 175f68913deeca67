import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

/** Prohibited goods in code words, allusions, or as harmless parts. */
export const otherWords: PurchaseGroup = {
  kind: "code words",
  prohibited: purchases(`
    Snowman | an eight ball of snow for the weekend
    Candy Man | some Molly for Friday
    Garden Friends | a bag of the good green, the strong one
    Blue Dream | 30 blues, real ones
    Party Line | two grams of Tina
    Nose Candy | a few lines for the bankers
    Uncle Sid | fifty trips on paper
    Piece Maker | a clean piece with no history
    Nine | a nine and something to feed it
    Tool Man | a stick and two bananas
    The Plumber | making a leak in our colleague go away for good
    Cleaner | a wet job, Tuesday
    Removal Services | he should not come home any more
    Plastic World | plastic with fresh numbers and names
    Paper Boy | papers for a man who has none, looks like the real thing
    Wash House | cleaning 20k of paper so it can be banked
    Coffee Money | coffee money for the man at the desk downtown
    Quiet Friends | an envelope that gets the permit moving
    Lights Out | their site should sleep on Friday
    Key Holder | a way into their house without a key
    Hotel Friends | company for our guest, discreet, all night
    Companions | a friendly girl for the hotel, all inclusive
    Old Shop | chemicals from the list, mixed on arrival
    Lucky Number | a little flutter with what is left
    Fertiliser Depot | 300 kg fertiliser, a drum of diesel, three phones
  `),
};
