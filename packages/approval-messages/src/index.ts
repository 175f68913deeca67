export { type BackgroundWork, backgroundWork } from "./background-work.ts";
export { type ChannelChoice, channelOf, checkedChannel } from "./channel-choice.ts";
export { type ChangesInOrder, changesInOrder } from "./in-order.ts";
export { type Fact, approveLabel, factsOf, reasonsOf } from "./message-facts.ts";
export { joined, oneLine, shortened } from "./plain-text.ts";
export {
  type TextPart,
  authorText,
  payableUsd,
  spendText,
  statusParts,
  title,
} from "./spend-text.ts";
export { formatUsd } from "./usd.ts";
