export { channelConformance } from "./channel/channel-conformance.ts";
export type {
  ChannelConformanceOptions,
  ChannelPress,
  ChannelSetup,
  ChannelStandIn,
  ShownMessage,
  SignedDelivery,
} from "./channel/channel-test.ts";
