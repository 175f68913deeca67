// Loaded ahead when there are channels.
export { channelConsumer } from "./channel-consumer.ts";
export { decideForSender } from "./decide-for-sender.ts";
