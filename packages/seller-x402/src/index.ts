export type { BuyerPayment, PaidEndpointOptions, PaidHandler } from "./endpoint-options.ts";
export type { Facilitator } from "./facilitator.ts";
export { paidEndpoint } from "./paid-endpoint.ts";
export type { OfferedSale, PresentedTransfer, SaleProtocol } from "./sale-protocol.ts";
export type { SellerOptions } from "./seller-options.ts";
export type {
  PresentedPayment,
  RailSale,
  SaleOptions,
  SellerRail,
  Settlement,
} from "./seller-rail.ts";
export { type X402Seller, x402Seller } from "./x402-seller.ts";
