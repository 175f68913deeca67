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
  /**
   * Runs one turn, until it is over or a spend of it waits for a person: `POST /agent`. It takes up to two
   * minutes. What the agent may not do is no error: it is in `events` and in the proposals of `state`.
   *
   * Codes of a refusal: `turn_in_progress`, `too_many_turns`, `token_budget_exceeded` (each with
   * `retryAfterSeconds`), `model_not_connected`, `model_failed`, `turn_failed`.
   *
   * @example
   * const { assistant, awaitingApproval, state } = await client.agent.run({ message: "Buy a domain for $24." });
   */
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
  /**
   * Lets a turn go on once nothing of it waits for a person: `POST /agent/resume`. Twice is harmless: it
   * goes on once. A turn that still waits answers with what it came to so far.
   *
   * Codes of a refusal: `turn_not_found`, and those of `run`.
   */
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
  /**
   * Reads the treasury, with every spend that waits and the newest hundred entries: `GET /treasury`.
   * Amounts are USD. A workspace that nobody used yet is there as well, with its starting capital.
   *
   * @example
   * const { availableUsd, proposals } = await client.treasury.state();
   * const waiting = proposals.filter(({ status }) => status === "pending");
   */
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
  /**
   * Opens a checkout; send the payer to its `url`: `POST /treasury/deposit`. Nothing counts before it is
   * paid: the payer comes back to `/command?deposit_session=…` of your app, which confirms it.
   *
   * Codes of a refusal: `payments_not_connected`, `payment_mode_changed`, `payment_processor_error`.
   *
   * @example
   * const { url } = await client.treasury.deposit({ amountUsd: 100 });
   */
  deposit(request: DepositRequest, call?: CallOptions): Promise<DepositSession>;
  /**
   * Credits a returned checkout, once however often it is asked: `GET /treasury/deposit`. An unpaid one is
   * no error: `paid` is false then, and nothing is credited.
   *
   * Codes of a refusal: `deposit_belongs_elsewhere`, `payment_mode_changed`, `unsupported_currency`,
   * `payment_processor_error`.
   */
  confirmDeposit(request: ReturnedDeposit, call?: CallOptions): Promise<DepositConfirmation>;
  /**
   * Approves or denies a spend: `POST /treasury/decide`. An approved one is checked against the caps and
   * the reserve again, and paid. A cap that stops it is no error: the proposal is `failed` then, and
   * `failure` says why. The same decision again changes nothing.
   *
   * Codes of a refusal: `already_decided`, `proposal_expired`, `proposal_not_found`,
   * `payment_mode_changed`, `spend_executor_error` (the amount stays held).
   *
   * @example
   * const { proposal } = await client.treasury.decide({ proposalId, decision: "approve" });
   * if (proposal.status === "failed") console.log(proposal.failure);
   */
  decide(request: DecisionRequest, call?: CallOptions): Promise<DecisionAnswer>;
  /**
   * Begins anew with an empty ledger: `POST /treasury/reset`. What was there is kept, and counts no more.
   *
   * Codes of a refusal: `funds_held` while payments are under way.
   */
  reset(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
}

/** The fleet. */
export interface MachineCalls {
  /** Lists the fleet: `GET /agents`. */
  list(call?: CallOptions): Promise<Fleet>;
  /**
   * Provisions a machine and waits until it is started, up to five minutes: `POST /agents`.
   *
   * Codes of a refusal: `machines_not_connected`, `machine_limit_reached`, `machine_host_error`.
   */
  provision(request?: ProvisionRequest, call?: CallOptions): Promise<MachineAnswer>;
  /** Reads one machine: `GET /agents/{id}`. */
  get(id: string, call?: CallOptions): Promise<MachineAnswer>;
  /** Suspends a machine: `POST /agents/{id}`. */
  suspend(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /** Starts a suspended machine: `POST /agents/{id}`. */
  start(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /**
   * Runs a command on a machine: `POST /agents/{id}`. `ok` tells whether it exited with 0; one that ran out
   * of time has `exitCode` 124. It is never sent twice by itself.
   *
   * @example
   * const { ok, result } = await client.machines.exec(id, { command: "uname -a", timeoutSec: 10 });
   */
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
