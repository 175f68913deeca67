import type {
  AgentTurnResult,
  DecisionAnswer,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  DestroyAnswer,
  ExecAnswer,
  Fleet,
  Health,
  LedgerEntry,
  LedgerPage,
  MachineAnswer,
  MachineChangeAnswer,
  PageRequest,
  Proposal,
  ProposalPage,
  ProvisionRequest,
  ResumeRequest,
  TreasuryState,
  TurnEvents,
  TurnRequest,
  TurnStreamItem,
  Verification,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions } from "./options.ts";

/** A checkout that its payer returned from. */
export interface ReturnedDeposit extends WorkspaceRequest {
  /** `deposit_session` in the address that the payer returned to. */
  sessionId: string;
}

/** A command for a machine. */
export interface ExecRequest {
  /** A bash command. */
  command: string;
  /** Seconds that it may take, 1 to 600. */
  timeoutSec?: number | undefined;
}

/** A turn, and from where on its events are wanted. */
export interface EventsRequest extends WorkspaceRequest {
  turnId: string;
  /** The id of the last event that was seen; all of them unless given. */
  after?: string | undefined;
}

/** A turn that is to go on, and what is known of it already. */
export interface ResumedStreamRequest extends ResumeRequest {
  /** The id of the last event that was seen; the stream begins with the turn's first unless given. */
  after?: string | undefined;
}

/** What comes of a turn, as it comes, for `for await`. Nothing is sent before the first item is asked for. */
export type TurnStream = AsyncGenerator<TurnStreamItem, void>;

/** The agent. */
export interface AgentCalls {
  /** Runs one turn: `POST /agent`. */
  run(request: TurnRequest, call?: CallOptions): Promise<AgentTurnResult>;
  /**
   * Runs one turn, and tells what happens as it happens: `POST /agent`. A stream that breaks off is taken
   * up again behind the last event, also when another process serves it by then; the text of the answer
   * under way then begins anew, with `offset` 0. To leave the loop, or to abort the signal, leaves the
   * turn running.
   *
   * Before the first item it rejects as any call does; after that with a `TreasuryConnectionError` when
   * it could not be taken up again.
   *
   * @example
   * let answer = "";
   * for await (const item of client.agent.stream({ message: "Buy a domain for $12." })) {
   *   if (item.kind === "text") answer = answer.slice(0, item.offset) + item.text;
   *   if (item.kind === "tool_call") console.log(item.tool, item.arguments);
   *   if (item.kind === "result") console.log(item.result.assistant);
   * }
   */
  stream(request: TurnRequest, call?: CallOptions): TurnStream;
  /** Lets a turn go on once nothing of it waits for a person: `POST /agent/resume`. */
  resume(request: ResumeRequest, call?: CallOptions): Promise<AgentTurnResult>;
  /** The same, as a stream; one that runs already is joined. */
  streamResume(request: ResumedStreamRequest, call?: CallOptions): TurnStream;
  /** Follows a turn, whoever began it: `GET /agent/turns/{id}/events`. */
  watch(request: EventsRequest, call?: CallOptions): TurnStream;
  /** Reads what happened in a turn so far: `GET /agent/turns/{id}/events`. */
  events(request: EventsRequest, call?: CallOptions): Promise<TurnEvents>;
}

/** A workspace's money. */
export interface TreasuryCalls {
  /** Reads the treasury: `GET /treasury`. */
  state(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
  /** Pages through the ledger, newest first: `GET /treasury/ledger`. */
  ledger(page?: PageRequest, call?: CallOptions): Promise<LedgerPage>;
  /** Pages through the proposals, newest first: `GET /treasury/proposals`. */
  proposals(page?: PageRequest, call?: CallOptions): Promise<ProposalPage>;
  /**
   * Every entry of the ledger, newest first, for `for await`: a page at a time, as they are asked for.
   *
   * @example
   * for await (const { createdAt, amountUsd } of client.treasury.eachEntry()) {
   *   if (createdAt < "2026-11-01") break;
   *   console.log(createdAt, amountUsd);
   * }
   */
  eachEntry(from?: PageRequest, call?: CallOptions): AsyncGenerator<LedgerEntry, void>;
  /** Every proposal, newest first, in the same way. */
  eachProposal(from?: PageRequest, call?: CallOptions): AsyncGenerator<Proposal, void>;
  /** Recomputes the hash chain: `GET /treasury/verify`. */
  verify(request?: WorkspaceRequest, call?: CallOptions): Promise<Verification>;
  /** Opens a checkout; send the payer to its `url`: `POST /treasury/deposit`. */
  deposit(request: DepositRequest, call?: CallOptions): Promise<DepositSession>;
  /** Credits a returned checkout, once however often it is asked: `GET /treasury/deposit`. */
  confirmDeposit(request: ReturnedDeposit, call?: CallOptions): Promise<DepositConfirmation>;
  /** Approves or denies a spend: `POST /treasury/decide`. */
  decide(request: DecisionRequest, call?: CallOptions): Promise<DecisionAnswer>;
  /** Begins anew with an empty ledger: `POST /treasury/reset`. */
  reset(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
}

/** The fleet. */
export interface MachineCalls {
  /** Lists the fleet: `GET /agents`. */
  list(call?: CallOptions): Promise<Fleet>;
  /** Provisions a machine and waits until it is started: `POST /agents`. */
  provision(request?: ProvisionRequest, call?: CallOptions): Promise<MachineAnswer>;
  /** Reads one machine: `GET /agents/{id}`. */
  get(id: string, call?: CallOptions): Promise<MachineAnswer>;
  /** Suspends a machine: `POST /agents/{id}`. */
  suspend(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /** Starts a suspended machine: `POST /agents/{id}`. */
  start(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /** Runs a command on a machine; `ok` tells whether it exited with 0: `POST /agents/{id}`. */
  exec(id: string, request: ExecRequest, call?: CallOptions): Promise<ExecAnswer>;
  /** Destroys a machine: `DELETE /agents/{id}`. */
  destroy(id: string, call?: CallOptions): Promise<DestroyAnswer>;
}

/**
 * The service, call by call.
 *
 * Every call rejects with a `TreasuryApiError` when the service refuses, a `TreasuryConnectionError`
 * when it cannot be reached, a `TreasuryTimeoutError` when it takes too long, the signal's reason when
 * it is given up, and a `TypeError` when an id cannot be part of a path.
 */
export interface TreasuryClient {
  readonly agent: AgentCalls;
  readonly treasury: TreasuryCalls;
  readonly machines: MachineCalls;
  /** Tells that the service is up: `GET /health`. */
  health(call?: CallOptions): Promise<Health>;
}
