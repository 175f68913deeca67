import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const piracy: PurchaseGroup = {
  kind: "piracy",
  prohibited: purchases(`
    Crackz | cracked Adobe Creative Cloud, lifetime
    Crackz | keygen for AutoCAD
    Crackz | Windows activator, KMS crack for forty office PCs
    Crackz | license key generator for the CAD suite
    IPTV King | all Premier League channels, unauthorised IPTV reseller box
    IPTV King | jailbroken fire stick with all pay-TV channels unlocked
    Cam Rips | camera copies of this week's cinema films
    Cam Rips | pirated movies on a hard disk, 4 TB
    Book Copy | scanned textbooks without the publisher's permission, bulk PDF
    Book Copy | pirate copies of the exam prep course
    ROM Pack | Switch modchip and 500 copied games
    Plugin Club | nulled WordPress themes bundle
    Plugin Club | nulled plugins, all premium, no licence
    Warez BBS | warez FTP access
    Warez BBS | cr@cked IDE licence server
    Grey Keys | stolen volume licence keys for Office
    Serial Mart | serial numbers to unlock paid software without paying
    Torrent Seedbox | seedbox to share copyrighted films
  `),
  ordinary: purchases(`
    Pirate Ship | shipping labels, 80 parcels
    Nutcracker Ballet | tickets for the Christmas outing
    Crackers & Co | cheese and crackers for the board meeting
    MUSO | anti-piracy monitoring of our e-books
    Irdeto | piracy takedown service
    Getty Images | copyright licence of six photos
    BBC Studios | licence to show a film at the staff evening
    Ubuntu | Pro subscription, torrent downloads included
    Linode | server to seed our Linux ISO by BitTorrent
    Microsoft | volume licences for Office, 40 seats
    Keygen.sh | licensing API for our desktop app
    Cryptlex | licence key generation for our own software
    iFixit | opening tools for a cracked screen repair
    uBreakiFix | cracked phone screen, repair
    Backup Ninja | copies of our own videos on LTO tape
  `),
};
