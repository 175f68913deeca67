import type {
  Costs,
  CheckpointRequest,
  PublishedKeys,
  ReceiptRequest,
  SignedCheckpoint,
  SpendReceipt,
  CostsRequest,
  Input,
  Output,
  ActionAnswer,
  ActionDecision,
  ActionPage,
  AgentBudget,
  AgentTurnResult,
  AllocationList,
  AllocationReference,
  AllocationRequest,
  ApprovalWithdrawal,
  BoughtResource,
  BudgetRequest,
  CredentialPage,
  CredentialRequest,
  CredentialRevocation,
  CurrentRules,
  DecisionAnswer,
  DecisionRequest,
  DeploymentFreezeAnswer,
  DeploymentFreezeRequest,
  DeploymentUnfreezeAnswer,
  DeploymentUnfreezeRequest,
  DepositConfirmation,
  DepositRequest,
  DepositSession,
  DestroyAnswer,
  Fleet,
  FreezeAnswer,
  FreezeList,
  FreezeRequest,
  Health,
  Inbox,
  InboxRequest,
  IssuedCredential,
  LedgerPage,
  MachineActionAnswer,
  MachineAnswer,
  NewPasskey,
  PageRequest,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyChallengeRequest,
  PasskeyInvitation,
  PasskeyInvitationRequest,
  PasskeyList,
  PasskeyRegistration,
  PasskeyRegistrationRequest,
  PasskeyRemoval,
  ProposalAnswer,
  ProposalPage,
  ProposalReading,
  PaidFetchAnswer,
  PaidFetchRequest,
  ProposalRequest,
  ProvisionRequest,
  PublicationPage,
  PublicationReference,
  PublicationRequest,
  PublishedRules,
  RemovedPasskey,
  RailReconciliation,
  RailReconciliationRequest,
  Rails,
  ReplayReport,
  ReplayRequest,
  ResourceRequest,
  ResumeRequest,
  RevokedCredential,
  RuleDraftAnswer,
  RuleDraftRequest,
  ForgottenPayee,
  PaidByPolicy,
  PayeeAddition,
  PayeeListRequest,
  PayeePage,
  PayeeReference,
  RevokedStandingApproval,
  RulesReport,
  RulesValidation,
  StandingApprovalList,
  StandingApprovalReference,
  StandingApprovalRequest,
  TreasuryState,
  TurnEvents,
  TurnEventsRequest,
  TurnRequest,
  TurnStreamItem,
  UnfreezeRequest,
  Verification,
  WithdrawnApproval,
  WorkspaceRequest,
  WorkspaceList,
  WorkspaceListRequest,
} from "@agent-treasury/contract";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

type EventsRequest = Omit<TurnEventsRequest, "id"> & { turnId: string };

export type TurnStream = AsyncGenerator<TurnStreamItem, void>;

interface TabRoutes {
  readonly open: "openTab";
  readonly list: "listTabs";
  readonly read: "readTab";
  readonly charges: "listTabCharges";
  readonly reserve: "reserveOnTab";
  readonly settle: "settleOnTab";
  readonly charge: "chargeTab";
  readonly cancel: "cancelReservation";
  readonly confirm: "confirmSettlement";
  readonly close: "closeTab";
  readonly renew: "renewTab";
}

interface RefundRoutes {
  readonly open: "openRefundCase";
  readonly list: "listRefundCases";
  readonly read: "readRefundCase";
  readonly askAgain: "askSellerAgain";
  readonly record: "recordRefund";
  readonly update: "updateRefundCase";
}

/** The part of the typed client that the suite uses. */
export interface ServiceClient {
  readonly agent: {
    run(request: TurnRequest, call?: CallOptions): Promise<AgentTurnResult>;
    stream(request: TurnRequest, call?: CallOptions): TurnStream;
    streamResume(request: ResumeRequest & { after?: string }, call?: CallOptions): TurnStream;
    watch(request: EventsRequest, call?: CallOptions): TurnStream;
    resume(request: ResumeRequest, call?: CallOptions): Promise<AgentTurnResult>;
    events(request: EventsRequest, call?: CallOptions): Promise<TurnEvents>;
  };
  readonly treasury: {
    state(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
    ledger(page?: PageRequest, call?: CallOptions): Promise<LedgerPage>;
    proposals(page?: PageRequest, call?: CallOptions): Promise<ProposalPage>;
    costs(request: CostsRequest, call?: CallOptions): Promise<Costs>;
    receipt(request: ReceiptRequest, call?: CallOptions): Promise<SpendReceipt>;
    checkpoint(request?: CheckpointRequest, call?: CallOptions): Promise<SignedCheckpoint>;
    keys(call?: CallOptions): Promise<PublishedKeys>;
    verify(request?: WorkspaceRequest, call?: CallOptions): Promise<Verification>;
    deposit(request: DepositRequest, call?: CallOptions): Promise<DepositSession>;
    confirmDeposit(
      request: WorkspaceRequest & { sessionId: string },
      call?: CallOptions,
    ): Promise<DepositConfirmation>;
    decide(request: DecisionRequest, call?: CallOptions): Promise<DecisionAnswer>;
    budget(request?: WorkspaceRequest, call?: CallOptions): Promise<AgentBudget>;
    propose(request: ProposalRequest, call?: CallOptions): Promise<ProposalAnswer>;
    fetchPaid(request: PaidFetchRequest, call?: CallOptions): Promise<PaidFetchAnswer>;
    proposal(request: ProposalReading, call?: CallOptions): Promise<ProposalAnswer>;
    resource(request: ResourceRequest, call?: CallOptions): Promise<BoughtResource>;
    withdrawApproval(request: ApprovalWithdrawal, call?: CallOptions): Promise<WithdrawnApproval>;
    setBudget(request: BudgetRequest, call?: CallOptions): Promise<TreasuryState>;
    reset(request?: WorkspaceRequest, call?: CallOptions): Promise<TreasuryState>;
  };
  readonly rules: {
    current(request?: WorkspaceRequest, call?: CallOptions): Promise<CurrentRules>;
    validate(request: RulesValidation, call?: CallOptions): Promise<RulesReport>;
    publish(request: PublicationRequest, call?: CallOptions): Promise<ActionAnswer>;
    history(page?: PageRequest, call?: CallOptions): Promise<PublicationPage>;
    read(request: PublicationReference, call?: CallOptions): Promise<PublishedRules>;
    rollBack(request: PublicationReference, call?: CallOptions): Promise<ActionAnswer>;
    replay(request: ReplayRequest, call?: CallOptions): Promise<ReplayReport>;
    draft(request?: WorkspaceRequest, call?: CallOptions): Promise<RuleDraftAnswer>;
    saveDraft(request: RuleDraftRequest, call?: CallOptions): Promise<RuleDraftAnswer>;
    removeDraft(request?: WorkspaceRequest, call?: CallOptions): Promise<RuleDraftAnswer>;
  };
  readonly tabs: {
    readonly [Method in keyof TabRoutes]: (
      input: Input<TabRoutes[Method]>,
      call?: CallOptions,
    ) => Promise<Output<TabRoutes[Method]>>;
  };
  readonly refunds: {
    readonly [Method in keyof RefundRoutes]: (
      input: Input<RefundRoutes[Method]>,
      call?: CallOptions,
    ) => Promise<Output<RefundRoutes[Method]>>;
  };
  readonly allocations: {
    list(request?: WorkspaceRequest, call?: CallOptions): Promise<AllocationList>;
    set(request: AllocationRequest, call?: CallOptions): Promise<ActionAnswer>;
    archive(request: AllocationReference, call?: CallOptions): Promise<ActionAnswer>;
  };
  readonly payees: {
    list(request?: PayeeListRequest, call?: CallOptions): Promise<PayeePage>;
    paidByPolicy(request?: WorkspaceRequest, call?: CallOptions): Promise<PaidByPolicy>;
    add(request: PayeeAddition, call?: CallOptions): Promise<ActionAnswer>;
    forget(request: PayeeReference, call?: CallOptions): Promise<ForgottenPayee>;
  };
  readonly standingApprovals: {
    list(request?: WorkspaceRequest, call?: CallOptions): Promise<StandingApprovalList>;
    create(request: StandingApprovalRequest, call?: CallOptions): Promise<ActionAnswer>;
    revoke(
      request: StandingApprovalReference,
      call?: CallOptions,
    ): Promise<RevokedStandingApproval>;
  };
  readonly actions: {
    list(page?: PageRequest, call?: CallOptions): Promise<ActionPage>;
    decide(request: ActionDecision, call?: CallOptions): Promise<ActionAnswer>;
  };
  readonly freezes: {
    list(request?: WorkspaceRequest, call?: CallOptions): Promise<FreezeList>;
    freeze(request: FreezeRequest, call?: CallOptions): Promise<FreezeAnswer>;
    unfreeze(request: UnfreezeRequest, call?: CallOptions): Promise<ActionAnswer>;
    freezeAll(
      request?: DeploymentFreezeRequest,
      call?: CallOptions,
    ): Promise<DeploymentFreezeAnswer>;
    unfreezeAll(
      request?: DeploymentUnfreezeRequest,
      call?: CallOptions,
    ): Promise<DeploymentUnfreezeAnswer>;
  };
  readonly credentials: {
    issue(request: CredentialRequest, call?: CallOptions): Promise<IssuedCredential>;
    list(page?: PageRequest, call?: CallOptions): Promise<CredentialPage>;
    revoke(request: CredentialRevocation, call?: CallOptions): Promise<RevokedCredential>;
  };
  readonly passkeys: {
    list(request?: WorkspaceRequest, call?: CallOptions): Promise<PasskeyList>;
    invite(request: PasskeyInvitationRequest, call?: CallOptions): Promise<PasskeyInvitation>;
    begin(request: PasskeyRegistrationRequest, call?: CallOptions): Promise<PasskeyRegistration>;
    register(request: NewPasskey, call?: CallOptions): Promise<PasskeyAnswer>;
    challenge(request: PasskeyChallengeRequest, call?: CallOptions): Promise<PasskeyChallenge>;
    remove(request: PasskeyRemoval, call?: CallOptions): Promise<RemovedPasskey>;
  };
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
  inbox(page?: InboxRequest, call?: CallOptions): Promise<Inbox>;
  workspaces(page?: WorkspaceListRequest, call?: CallOptions): Promise<WorkspaceList>;
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
