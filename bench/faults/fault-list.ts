import type { Fault } from "./fault.ts";
import {
  approvedTwice,
  forgedHistory,
  killedAfterApproval,
  modelApproves,
  restartBeforePayment,
} from "./injected/approval-faults.ts";
import { capAfterRestart, capAtOnce, capOfTwoProcesses } from "./injected/cap-faults.ts";
import {
  clockJump,
  killedAfterSigning,
  lostAnswer,
  parallelCallers,
  reorganization,
  sellerFails,
  twoProcesses,
} from "./injected/payment-faults.ts";

/** In the order of the table. */
export const faults: readonly Fault[] = [
  lostAnswer,
  sellerFails,
  killedAfterSigning,
  twoProcesses,
  parallelCallers,
  clockJump,
  reorganization,
  capAtOnce,
  capAfterRestart,
  capOfTwoProcesses,
  restartBeforePayment,
  killedAfterApproval,
  approvedTwice,
  forgedHistory,
  modelApproves,
];
