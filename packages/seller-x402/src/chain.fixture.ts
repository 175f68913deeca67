export { anvilBinary } from "../../executor-x402/src/anvil-binary.fixture.ts";
export { rpcProxy } from "../../executor-x402/src/rpc-proxy.fixture.ts";
export {
  type TestChain,
  localChain,
  startChain,
  testNetwork,
  testWords,
} from "../../executor-x402/src/test-chain.fixture.ts";
export { type TestClock, testClock } from "../../executor-x402/src/test-clock.fixture.ts";
export { memoryStore } from "../../executor-x402/src/memory-store.fixture.ts";
export { testOrder as spendOrder } from "../../executor-x402/src/spend-order.fixture.ts";
