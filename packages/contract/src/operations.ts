import type { RouteName } from "./routes.ts";
import type {
  AgentTurnResult,
  Health,
  ResumeRequest,
  TurnEvents,
  TurnEventsRequest,
  TurnRequest,
} from "./wire/agent.ts";
import type { DecisionAnswer, DecisionRequest } from "./wire/decision.ts";
import type {
  DepositConfirmation,
  DepositConfirmationRequest,
  DepositRequest,
  DepositSession,
  WebhookAnswer,
} from "./wire/deposit.ts";
import type {
  DestroyAnswer,
  Fleet,
  MachineActionAnswer,
  MachineActionRequest,
  MachineAnswer,
  ProvisionRequest,
} from "./wire/machine.ts";
import type { OpenApiDocument } from "./wire/open-api.ts";
import type {
  LedgerPage,
  PageRequest,
  ProposalPage,
  TreasuryState,
  Verification,
  WorkspaceRequest,
} from "./wire/treasury.ts";

/** A request that carries nothing. */
export type NoInput = Record<never, never>;

/** Path of one machine. */
export interface MachineRequest {
  /** The machine. */
  id: string;
}

/**
 * What goes into each operation and what comes out. An input is flat: the fields that the path
 * names travel there, the others in the query of a GET or DELETE and in the body of a POST.
 */
export interface Operations {
  listMachines: { input: NoInput; output: Fleet };
  provisionMachine: { input: ProvisionRequest; output: MachineAnswer };
  readMachine: { input: MachineRequest; output: MachineAnswer };
  actOnMachine: { input: MachineActionRequest; output: MachineActionAnswer };
  destroyMachine: { input: MachineRequest; output: DestroyAnswer };
  readTreasury: { input: WorkspaceRequest; output: TreasuryState };
  listLedger: { input: PageRequest; output: LedgerPage };
  listProposals: { input: PageRequest; output: ProposalPage };
  verifyLedger: { input: WorkspaceRequest; output: Verification };
  startDeposit: { input: DepositRequest; output: DepositSession };
  confirmDeposit: { input: DepositConfirmationRequest; output: DepositConfirmation };
  /** The input is the processor's own, and is read as bytes. */
  receiveWebhook: { input: NoInput; output: WebhookAnswer };
  decideProposal: { input: DecisionRequest; output: DecisionAnswer };
  resetTreasury: { input: WorkspaceRequest; output: TreasuryState };
  runTurn: { input: TurnRequest; output: AgentTurnResult };
  resumeTurn: { input: ResumeRequest; output: AgentTurnResult };
  readTurnEvents: { input: TurnEventsRequest; output: TurnEvents };
  readHealth: { input: NoInput; output: Health };
  readOpenApi: { input: NoInput; output: OpenApiDocument };
}

/** An operation that also answers by a stream of `TurnStreamItem`s. */
export type StreamedRouteName = "runTurn" | "resumeTurn" | "readTurnEvents";

/** An operation that is open whoever signs in, since it tells nothing of anybody's money. */
export type PublicRouteName = "readHealth" | "readOpenApi";

/** What goes into an operation, as a caller writes it. */
export type Input<Name extends RouteName> = Operations[Name]["input"];

/** What an operation answers with. */
export type Output<Name extends RouteName> = Operations[Name]["output"];
