export { anvilBinary } from "./anvil-binary.ts";
export {
  type FacilitatorBehavior,
  type FacilitatorServer,
  serveFacilitator,
  type Settling,
} from "./facilitator-server.ts";
export { type MemoryStore, memoryStore } from "./memory-store.ts";
export { batchAddress } from "./permit2-code.ts";
export { type MppSale, mppSale, mppTransfer } from "./mpp-sale.ts";
export { paysOnce, type RailOfTests, sunny } from "./pays-once.ts";
export { type RpcAnswer, type RpcCall, rpcProxy } from "./rpc-proxy.ts";
export { payTo, permit2Requirements, requirementsOf, testOrder, testQuote } from "./spend-order.ts";
export { pathUsd, startTempo, type TempoChain, tempoNetwork } from "./tempo-chain.ts";
export { payeeOf, type TempoSale, tempoSale } from "./tempo-sale.ts";
export {
  type SignedTransfer,
  type TestChain,
  localChain,
  startChain,
  testGasAccount,
  testNetwork,
  testWords,
} from "./test-chain.ts";
export { type TestClock, testClock } from "./test-clock.ts";
export { testFacilitator } from "./test-facilitator.ts";
export {
  type Behave,
  type OpenSeller,
  openSeller,
  type SellerRequest,
  type SellerResponse,
  type TestSeller,
  testSeller,
} from "./test-seller.ts";
