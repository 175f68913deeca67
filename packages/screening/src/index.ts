export {
  type GatedSpend,
  type GateVerdict,
  type SafetyGate,
  type SafetyGateOptions,
  safetyGate,
} from "./safety-gate.ts";
export { type Language, type ProhibitedUse, languageOf, prohibitedUses } from "./terms/terms.ts";
