/**
 * A tab and a model provider for tests of meters.
 *
 * @module
 */
export { FakeTab } from "./meters/fake-tab.ts";
export {
  type MeteredClient,
  type MeteredClientOptions,
  meterScenarios,
} from "./meters/meter-scenarios.ts";
export {
  type EndpointAnswer,
  type EndpointRequest,
  type ModelEndpoint,
  modelEndpoint,
} from "./meters/model-endpoint.ts";
export { type OpenTab, openTab } from "./meters/open-tab.ts";
export {
  type CallTokens,
  type ProviderApi,
  type ScriptedCall,
  providerAnswer,
  testCostMicros,
  testPrices,
} from "./meters/provider-answers.ts";
