// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const piracyTuning: PurchaseGroup = {
  kind: "piracy",
  prohibited: purchases(`
    CrackHub | Photoshop and Premiere, cracked, for all ten designers
    KeyCellar | Windows keys that were generated, not bought from Microsoft, 50 pieces
    LuxeAlike | Louis Vuitton bags, not the real ones, with logo and dust bag, to sell in the shop
    Timepiece Twin | Fake Rolex watches, 30 pieces
    SeedVault | Torrent downloads of films that are still in the cinemas
    ChipMod | Modchips so that the consoles play copied games
    DVD Duplicators Ltd | Press 2,000 DVDs of a Disney film, we have no licence
    Serial Street | Keygen for our accounting program
    BeatsTaker | Music by known artists without rights for our advertisements, with the fingerprint removed
    Jersey Twin | Unlicensed club shirts with Nike and Barcelona badges, 400
    Cologne Copy | Perfume in bottles that look like Chanel, label included
    ROM Planet | Bootleg game cartridges with Nintendo titles
    Stock Unmark | Getty photos with the watermark removed
    PartsAlike Auto | Imitation airbags in BMW boxes
    Label House | Tags and labels of Gucci and Prada to be sewn into our own clothes
  `),
  ordinary: purchases(`
    Adobe | Creative Cloud for teams, 10 seats
    JetBrains | All Products Pack renewal, four developers
    Spotify Business by Soundtrack | Background music licence for three cafés
    PRS for Music | Annual licence for playing music in the salon
    Pirate Ship | Postage labels for this week's parcels
    Partyland | Pirate costumes and an eye patch for the children's birthday room
    Replicate | GPU inference credits for image generation
    Imitation Leather Co | Vegan leather for 20 chair covers
    Seed Savers | Vegetable seeds for the community plot
    Steam | Two legally bought games for the playtest corner
    World Trademark Watch | Watch service for imitations of our brand
    Red Points | Takedowns of counterfeits of our own products on marketplaces
    Keygen.sh | Licence management for our own desktop app, team plan
    Nintendo | Switch console for the waiting room
    GS1 | Barcode numbers for 100 articles
    Plex | Lifetime pass to show our own training films in the showroom
  `),
};
