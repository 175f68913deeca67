/** Possible targets, for use in a group: `(${people}|rival*)`. */
export const people: string = `boss|boyfriend*|business partner*|colleague*|coworker*|debtor*|ex|former director*|former employee*
  |girlfriend*|husband*|journalist*|judge*|juror*|landlord*|neighbour*|neighbor*|reporter*|daughter*|sister*|son|stepfather
  |teacher*|tenant*|whistleblower*|wife*|witness*`;

/** The same, with competitors and unnamed persons. */
export const others: string = `(${people}|another company*|another man|another person*|competitor*|other people*
  |other shop*|rival*|somebody*|someone*|stranger*)`;

/** Devices, accounts and protected places. */
export const devices: string = `(account*|building|calls|camera*|chats|computer*|crm|email*|facebook|gmail|icloud|inbox*|instagram
  |laptop*|mail|mailbox*|mails|messages|messenger|microphone*|network*|password*|phone*|portal|profile*|router*|server*
  |site|snapchat|software|source code|system*|telegram|texts|traffic|website*|whatsapp|wi fi|wifi)`;

/** Decision makers who could be bribed. */
export const officials: string = `(buyer|city official|commissioner*|congress*|council*|customs man|customs officer*|governor*
  |inspector*|judge*|juror*|jury|licensing officer*|linesman|mayor*|member of parliament|minister*|ministry|mp|officials
  |parliamentarian*|police officer*|politician*|procurement*|prosecutor*|public official|purchasing|referee*|regulator*
  |secretary of state|senator*|tax officer*|tender committee|union boss|visa officer*)`;

/** Works that are copied. */
export const works: string = `(album*|article*|audiobook*|bestseller*|cartridge*|course*|dvd*|e book*|ebook*|epub*|film*|font*
  |game*|licence*|license*|movie*|mp3|music|novel*|photos|plugin*|rom|samples|season*|series|software|song*|textbook*
  |themes|track|tracks)`;
