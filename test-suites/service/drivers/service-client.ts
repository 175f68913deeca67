import type {
  ActionCalls,
  AgentTurnResult,
  AllocationCalls,
  ApprovalWithdrawal,
  BoughtResource,
  BudgetRequest,
  CredentialCalls,
  DecisionAnswer,
  DecisionRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  DestroyAnswer,
  Fleet,
  FreezeCalls,
  Health,
  InboxCalls,
  MachineActionAnswer,
  MachineAnswer,
  PasskeyCalls,
  PayeeCalls,
  ProvisionRequest,
  RailReconciliation,
  RailReconciliationRequest,
  Rails,
  ReceiptCalls,
  RefundCalls,
  ReplayReport,
  ReplayRequest,
  ResourceRequest,
  ResumeRequest,
  RuleCalls,
  SpendCalls,
  StandingApprovalCalls,
  TabCalls,
  TreasuryState,
  TurnEvents,
  TurnEventsRequest,
  TurnRequest,
  TurnStreamItem,
  Verification,
  WithdrawnApproval,
  WorkspaceRequest,
} from "@agent-treasury/contract";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

interface ClientTerms {
  readonly agent: unknown;
  readonly person: unknown;
  readonly options: readonly [call?: CallOptions];
}

type EventsRequest = Omit<TurnEventsRequest, "id"> & { turnId: string };

export type TurnStream = AsyncGenerator<TurnStreamItem, void>;

/** The part of the typed client that the suite uses. */
export interface ServiceClient extends InboxCalls<ClientTerms> {
  readonly agent: {
    run(request: TurnRequest, call?: CallOptions): Promise<AgentTurnResult>;
    stream(request: TurnRequest, call?: CallOptions): TurnStream;
    streamResume(request: ResumeRequest & { after?: string }, call?: CallOptions): TurnStream;
    watch(request: EventsRequest, call?: CallOptions): TurnStream;
    resume(request: ResumeRequest, call?: CallOptions): Promise<AgentTurnResult>;
    events(request: EventsRequest, call?: CallOptions): Promise<TurnEvents>;
  };
  readonly treasury: SpendCalls<ClientTerms> & {
    state(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
    verify(request?: WorkspaceRequest, call?: CallOptions): Promise<Verification>;
    deposit(request: DepositRequest, call?: CallOptions): Promise<DepositSession>;
    confirmDeposit(
      request: WorkspaceRequest & { sessionId: string },
      call?: CallOptions,
    ): Promise<DepositConfirmation>;
    decide(request: DecisionRequest, call?: CallOptions): Promise<DecisionAnswer>;
    resource(request: ResourceRequest, call?: CallOptions): Promise<BoughtResource>;
    withdrawApproval(request: ApprovalWithdrawal, call?: CallOptions): Promise<WithdrawnApproval>;
    setBudget(request: BudgetRequest, call?: CallOptions): Promise<TreasuryState>;
    reset(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
  };
  readonly receipts: ReceiptCalls<ClientTerms>;
  readonly rules: RuleCalls<ClientTerms> & {
    replay(request: ReplayRequest, call?: CallOptions): Promise<ReplayReport>;
  };
  readonly tabs: TabCalls<ClientTerms>;
  readonly refunds: RefundCalls<ClientTerms>;
  readonly allocations: AllocationCalls<ClientTerms>;
  readonly payees: PayeeCalls<ClientTerms>;
  readonly standingApprovals: StandingApprovalCalls<ClientTerms>;
  readonly actions: ActionCalls<ClientTerms>;
  readonly freezes: FreezeCalls<ClientTerms>;
  readonly credentials: CredentialCalls<ClientTerms>;
  readonly passkeys: PasskeyCalls<ClientTerms>;
  readonly machines: {
    list(call?: CallOptions): Promise<Fleet>;
    provision(request?: ProvisionRequest, call?: CallOptions): Promise<MachineAnswer>;
    get(id: string, call?: CallOptions): Promise<MachineAnswer>;
    suspend(id: string, call?: CallOptions): Promise<MachineActionAnswer>;
    start(id: string, call?: CallOptions): Promise<MachineActionAnswer>;
    exec(
      id: string,
      request: { command: string; timeoutSec?: number | undefined },
      call?: CallOptions,
    ): Promise<MachineActionAnswer>;
    destroy(id: string, call?: CallOptions): Promise<DestroyAnswer>;
  };
  readonly rails: {
    list(call?: CallOptions): Promise<Rails>;
    reconcile(request?: RailReconciliationRequest, call?: CallOptions): Promise<RailReconciliation>;
  };
  health(call?: CallOptions): Promise<Health>;
}

/** Creates the typed client: `createTreasuryClient` fits. */
export type MakeClient = (options: {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maximumRetries: number;
  readonly maximumReconnects: number;
  readonly timeoutMs: number;
}) => ServiceClient;
