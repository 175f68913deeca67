export * from "./executor/scripted-executor.ts";
export type { ScriptedPayment } from "./executor/scripted-payee.ts";
export * from "./machines/memory-machine-host.ts";
export * from "./model/scripted-model.ts";
export * from "./payments/sandbox-payments.ts";
export type { SandboxSession, SandboxSessionStore } from "./payments/sandbox-session.ts";
export type { SandboxEvent } from "./payments/sandbox-webhook.ts";
export {
  type FacilitatedPayment,
  type SandboxFacilitator,
  type SandboxSettlement,
  type SandboxVerification,
} from "./rail/sandbox-facilitator.ts";
export * from "./rail/sandbox-network.ts";
export { type SandboxSellers, sandboxOutbound } from "./rail/sandbox-outbound.ts";
export { type SandboxPurchasesOptions, sandboxPurchases } from "./rail/purchases-handler.ts";
export type { SandboxPurchase, SandboxRefund } from "./rail/sandbox-purchases.ts";
export * from "./rail/sandbox-rail.ts";
export type {
  SandboxPayment,
  SandboxSale,
  SandboxSaleOptions,
  SandboxSellerRail,
} from "./rail/sandbox-sales.ts";
export { type SandboxItem, sandboxItems, sandboxSeller } from "./rail/sandbox-seller.ts";
export type { SandboxTransfer, SandboxTransferStore } from "./rail/sandbox-transfer.ts";
export * from "./safety/scripted-judge.ts";
export type { SignedDelivery } from "./stripe/sign-delivery.ts";
export { StripeStandIn, type StripeStandInOptions } from "./stripe/stripe-stand-in.ts";
