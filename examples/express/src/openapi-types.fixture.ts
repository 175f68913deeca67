// Made by openapi-typescript from the server's openapi.json: do not edit. `vitest run -u` on
// openapi-client.test.ts writes it anew.

export interface paths {
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the fleet */
        get: operations["listMachines"];
        put?: never;
        /** Provision an agent body */
        post: operations["provisionMachine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one machine */
        get: operations["readMachine"];
        put?: never;
        /** Suspend, start or exec */
        post: operations["actOnMachine"];
        /** Destroy a machine */
        delete: operations["destroyMachine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a workspace's treasury */
        get: operations["readTreasury"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Page through the ledger */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Page through the proposals */
        get: operations["listProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Recompute the hash chain */
        get: operations["verifyLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Confirm a returned checkout and credit it once */
        get: operations["confirmDeposit"];
        put?: never;
        /** Open a deposit checkout */
        post: operations["startDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take what the payment processor tells, by its own signature */
        post: operations["receiveWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or deny a spend */
        post: operations["decideProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/treasury/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a new, empty epoch */
        post: operations["resetTreasury"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run one turn of the agent */
        post: operations["runTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a turn go on once nothing of it waits for a person */
        post: operations["resumeTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/turns/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what happened in a turn, from any of its events on */
        get: operations["readTurnEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell that the service is up */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this interface as an OpenAPI 3.1 document */
        get: operations["readOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Proposal: {
            id: string;
            workspaceId: string;
            /** @enum {string} */
            status: "pending" | "approved" | "denied" | "executed" | "failed";
            amountUsd: number;
            capturedUsd: number;
            vendor: string;
            purpose: string;
            category: string | null;
            /** @enum {string} */
            verdict: "safe" | "review" | "blocked";
            reason: string;
            autoApproved: boolean;
            operator: string | null;
            operatorVerified: boolean;
            comment: string | null;
            /** Format: date-time */
            createdAt: string;
            decidedAt: string | null;
            executedAt: string | null;
            expiresAt: string | null;
            failure: string | null;
            reference: string | null;
            attention: string | null;
            turnId: string | null;
            proposedBy: string | null;
        };
        LedgerEntry: {
            id: string;
            workspaceId: string;
            sequence: number;
            /** @enum {string} */
            type: "deposit" | "revenue" | "expense";
            amountUsd: number;
            balanceUsd: number;
            description: string;
            proposalId: string | null;
            reference: string | null;
            reversalOf: string | null;
            /** Format: date-time */
            createdAt: string;
            previousHash: string;
            hash: string;
        };
        AgentMachine: {
            id: string;
            name: string;
            state: string;
            region: string;
            image: string;
            cpuKind: string;
            cpus: number;
            memoryMb: number;
            role: string;
            agentId: string | null;
            workspaceId: string | null;
            goal: string | null;
            label: string | null;
            /** Format: date-time */
            createdAt: string;
            uptimeMs: number;
            computeCostUsd: number;
        };
        AgentEvent: {
            /** @constant */
            kind: "thought";
            /** Format: date-time */
            at: string;
            text: string;
        } | {
            /** @constant */
            kind: "tool_call";
            /** Format: date-time */
            at: string;
            callId: string;
            tool: string;
            arguments: {
                [key: string]: unknown;
            };
        } | {
            /** @constant */
            kind: "tool_result";
            /** Format: date-time */
            at: string;
            callId: string;
            tool: string;
            ok: boolean;
            result: unknown;
        } | {
            /** @constant */
            kind: "proposal";
            /** Format: date-time */
            at: string;
            proposalId: string;
            proposal: components["schemas"]["Proposal"];
        } | {
            /** @constant */
            kind: "awaiting_approval";
            /** Format: date-time */
            at: string;
            proposalId: string;
        } | {
            /** @constant */
            kind: "error";
            /** Format: date-time */
            at: string;
            message: string;
        };
        EventItem: components["schemas"]["AgentEvent"] & {
            id: string;
        };
        TurnStreamItem: {
            /** @constant */
            kind: "turn";
            turnId: string;
        } | {
            /** @constant */
            kind: "text";
            offset: number;
            text: string;
        } | components["schemas"]["EventItem"] | {
            /** @constant */
            kind: "result";
            result: components["schemas"]["AgentTurnResult"];
        } | {
            /** @constant */
            kind: "failure";
            failure: components["schemas"]["ErrorBody"];
        };
        ErrorBody: {
            error: string;
            /** @enum {string} */
            code: "invalid_json" | "invalid_request" | "payments_not_connected" | "machines_not_connected" | "webhook_signature_invalid" | "webhook_mode_mismatch" | "unauthenticated" | "forbidden" | "origin_not_allowed" | "host_not_allowed" | "deposit_belongs_elsewhere" | "machine_not_found" | "turn_not_found" | "route_not_found" | "method_not_allowed" | "already_decided" | "proposal_expired" | "payment_mode_changed" | "too_many_held" | "too_many_pending" | "turn_in_progress" | "machine_limit_reached" | "offer_limit_reached" | "funds_held" | "total_out_of_range" | "idempotency_key_in_use" | "idempotency_key_reused" | "body_too_large" | "unsupported_content_type" | "rate_limited" | "token_budget_exceeded" | "too_many_turns" | "proposal_not_found" | "model_not_connected" | "model_failed" | "turn_failed" | "payment_processor_error" | "unsupported_currency" | "spend_executor_error" | "machine_host_error" | "body_already_read" | "webhook_not_connected" | "webhook_body_parsed" | "storage_error" | "access_not_chosen" | "internal_error" | "service_busy" | "shutting_down";
            requestId: string;
        };
        Fleet: {
            configured: boolean;
            spec: {
                image: string;
                cpuKind: string;
                cpus: number;
                memoryMb: number;
                region: string;
                app: string;
            };
            machines: components["schemas"]["AgentMachine"][];
        };
        MachineAnswer: {
            machine: components["schemas"]["AgentMachine"];
        };
        MachineActionAnswer: {
            /** @constant */
            ok: true;
            machine: components["schemas"]["AgentMachine"];
        } | {
            ok: boolean;
            result: {
                exitCode: number;
                stdout: string;
                stderr: string;
                durationMs: number;
            };
        };
        DestroyAnswer: {
            /** @constant */
            ok: true;
        };
        TreasuryState: {
            workspaceId: string;
            balanceUsd: number;
            depositsUsd: number;
            revenueUsd: number;
            expenseUsd: number;
            netProfitUsd: number;
            spentTodayUsd: number;
            heldUsd: number;
            availableUsd: number;
            pendingCount: number;
            budget: {
                startingCapitalUsd: number;
                maxSpendPerActionUsd: number;
                autoApproveUnderUsd: number;
                dailySpendCapUsd: number;
                minReserveUsd: number;
            };
            proposals: components["schemas"]["Proposal"][];
            ledger: components["schemas"]["LedgerEntry"][];
            proposalsCursor: string | null;
            ledgerCursor: string | null;
            /** @enum {string} */
            paymentMode: "test" | "live" | "none";
            paymentProvider: string | null;
        };
        LedgerPage: {
            entries: components["schemas"]["LedgerEntry"][];
            cursor: string | null;
        };
        ProposalPage: {
            proposals: components["schemas"]["Proposal"][];
            cursor: string | null;
        };
        Verification: {
            workspaceId: string;
            valid: boolean;
            entriesChecked: number;
            firstInvalidSequence: number | null;
            problem: string | null;
            headHash: string;
            headSequence: number;
            notice: string;
        };
        DepositSession: {
            id: string;
            /** Format: uri */
            url: string;
            amountUsd: number;
            workspaceId: string;
            expiresAt: string | null;
        };
        DepositConfirmation: {
            paid: boolean;
            duplicate: boolean;
            depositedUsd: number;
            state: components["schemas"]["TreasuryState"];
        };
        WebhookAnswer: {
            /** @constant */
            received: true;
            outcomes: ("credited" | "reversed" | "duplicate" | "waiting" | "recorded" | "passed_on" | "ignored")[];
        };
        DecisionAnswer: {
            proposal: components["schemas"]["Proposal"];
            state: components["schemas"]["TreasuryState"];
            turn?: components["schemas"]["AgentTurnResult"] | null;
        };
        AgentTurnResult: {
            turnId: string;
            events: components["schemas"]["AgentEvent"][];
            assistant: string;
            awaitingApproval: boolean;
            usage: {
                inputTokens: number;
                outputTokens: number;
            } | null;
            state: components["schemas"]["TreasuryState"];
        };
        TurnEvents: {
            turnId: string;
            /** @enum {string} */
            status: "running" | "waiting" | "done";
            events: components["schemas"]["EventItem"][];
        };
        Health: {
            /** @constant */
            ok: true;
        };
        OpenApiDocument: {
            /** @constant */
            openapi: "3.1.1";
            info: {
                title: string;
                version: string;
            } & {
                [key: string]: unknown;
            };
            paths: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            components: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description It was not done. `code` says why; `error` also says what to do about it. */
        Failure: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                /** @description Seconds to wait before the same request is sent again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /** @description Within 24 hours the request is done once for a key, however often it is sent. */
        IdempotencyKey: string;
        /** @description Of a stream: the id of the last event that was seen. */
        LastEventId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's id, as the service's log has it. */
        RequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMachines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    provisionMachine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours the request is done once for a key, however often it is sent. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Trimmed; `demo` when it is blank or left out. */
                    workspaceId?: string;
                    goal?: string;
                    agentId?: string;
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachineAnswer"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    readMachine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachineAnswer"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    actOnMachine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours the request is done once for a key, however often it is sent. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "suspend" | "start" | "exec";
                    command?: string;
                    timeoutSec?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachineActionAnswer"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    destroyMachine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestroyAnswer"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    readTreasury: {
        parameters: {
            query?: {
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryState"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                workspaceId?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listProposals: {
        parameters: {
            query?: {
                workspaceId?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalPage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    verifyLedger: {
        parameters: {
            query?: {
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    confirmDeposit: {
        parameters: {
            query: {
                workspaceId?: string;
                session_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositConfirmation"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    startDeposit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours the request is done once for a key, however often it is sent. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Trimmed; `demo` when it is blank or left out. */
                    workspaceId?: string;
                    /** @description Whole cents, 1 to 999,999.99. */
                    amountUsd: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositSession"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    receiveWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What the payment processor sends, byte by byte; its signature is in a header. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    decideProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours the request is done once for a key, however often it is sent. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Trimmed; `demo` when it is blank or left out. */
                    workspaceId?: string;
                    proposalId: string;
                    /** @enum {string} */
                    decision: "approve" | "deny";
                    operator?: string;
                    comment?: string;
                    resume?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionAnswer"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resetTreasury: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours the request is done once for a key, however often it is sent. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Trimmed; `demo` when it is blank or left out. */
                    workspaceId?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryState"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    runTurn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours the request is done once for a key, however often it is sent. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Of a stream: the id of the last event that was seen. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Trimmed; `demo` when it is blank or left out. */
                    workspaceId?: string;
                    message: string;
                    history?: {
                        /** @enum {string} */
                        role: "user" | "assistant";
                        content: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTurnResult"];
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resumeTurn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a stream: the id of the last event that was seen. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Trimmed; `demo` when it is blank or left out. */
                    workspaceId?: string;
                    turnId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTurnResult"];
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    readTurnEvents: {
        parameters: {
            query?: {
                workspaceId?: string;
                after?: string;
            };
            header?: {
                /** @description Of a stream: the id of the last event that was seen. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnEvents"];
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    readOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
}
