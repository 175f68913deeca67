// Made by openapi-typescript from the server's openapi.json: do not edit. `vitest run -u` on
// openapi-client.test.ts writes it anew.

export interface paths {
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
        /** Suspend or start a machine, or run a command on it */
        post: operations["actOnMachine"];
        /** Destroy a machine */
        delete: operations["destroyMachine"];
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
        /** List ledger entries */
        get: operations["listLedger"];
        put?: never;
        post?: never;
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A spend that an agent proposed. Times are ISO 8601, UTC. */
        Proposal: {
            /** @description Proposal id, used to decide it. */
            id: string;
            /** @description Workspace that pays. */
            workspaceId: string;
            /**
             * @description `pending`: needs approval. `approved`: payment in progress. `denied`, `executed` and `failed` are final.
             * @enum {string}
             */
            status: "pending" | "approved" | "denied" | "executed" | "failed";
            /** @description Proposed amount in USD. */
            amountUsd: number;
            /** @description Captured amount in USD; 0 until paid. A payment executor may capture another amount than was approved. */
            capturedUsd: number;
            /** @description Payee, self-reported by the agent. */
            vendor: string;
            /** @description Purpose of the payment, self-reported by the agent. */
            purpose: string;
            /** @description Kind of purchase, self-reported by the agent. */
            category: string | null;
            /**
             * @description Screening verdict. `safe`: nothing found. `review`: needs approval at any amount. `blocked`: denied automatically.
             * @enum {string}
             */
            verdict: "safe" | "review" | "blocked";
            /** @description Reason for the screening verdict. */
            reason: string;
            /** @description True if policy approved it without a person. */
            autoApproved: boolean;
            /** @description Person who decided; null if undecided or decided by policy. */
            operator: string | null;
            /** @description True if `operator` was signed in, false if the request named the operator. */
            operatorVerified: boolean;
            /** @description Approver's comment. */
            comment: string | null;
            /**
             * Format: date-time
             * @description Time of the proposal. ISO 8601, UTC.
             */
            createdAt: string;
            /** @description Time of approval or denial. ISO 8601, UTC. */
            decidedAt: string | null;
            /** @description Time when the expense was posted. ISO 8601, UTC. */
            executedAt: string | null;
            /** @description Time when a pending proposal is denied automatically. ISO 8601, UTC; null without expiry. */
            expiresAt: string | null;
            /** @description Reason for failure or automatic denial. */
            failure: string | null;
            /** @description Id of the ledger entry, or the payment executor's id of the payment. */
            reference: string | null;
            /** @description Reason why the spend needs review by a person: the captured amount exceeds the approved one, or the outcome of the payment is unknown. */
            attention: string | null;
            /** @description Turn that proposed it; null for external agents. */
            turnId: string | null;
            /** @description External agent that proposed it, as named by its credential; null for this service's own agent. */
            proposedBy: string | null;
        };
        /** @description Reasoning of the agent. */
        ThoughtEvent: {
            /** @constant */
            kind: "thought";
            /**
             * Format: date-time
             * @description Time of the event. ISO 8601, UTC.
             */
            at: string;
            /** @description Text that the model returned beside its tool calls. Text before a call precedes that call. */
            text: string;
        };
        /** @description A tool call of the agent. */
        ToolCallEvent: {
            /** @constant */
            kind: "tool_call";
            /**
             * Format: date-time
             * @description Time of the event. ISO 8601, UTC.
             */
            at: string;
            /** @description Id that links a tool call to its result. */
            callId: string;
            /** @description Name of the tool. */
            tool: string;
            /** @description Arguments as the model returned them. */
            arguments: {
                [key: string]: unknown;
            };
        };
        /** @description The result of a tool call. */
        ToolResultEvent: {
            /** @constant */
            kind: "tool_result";
            /**
             * Format: date-time
             * @description Time of the event. ISO 8601, UTC.
             */
            at: string;
            /** @description Id that links a tool call to its result. */
            callId: string;
            /** @description Name of the tool. */
            tool: string;
            /** @description True if the call succeeded. */
            ok: boolean;
            /** @description Result of the tool. */
            result: unknown;
        };
        /** @description A proposed spend, with any status. */
        ProposalEvent: {
            /** @constant */
            kind: "proposal";
            /**
             * Format: date-time
             * @description Time of the event. ISO 8601, UTC.
             */
            at: string;
            /** @description Proposal id. */
            proposalId: string;
            /** @description The proposal at the time of the event. */
            proposal: components["schemas"]["Proposal"];
        };
        /** @description A spend that needs approval. */
        AwaitingApprovalEvent: {
            /** @constant */
            kind: "awaiting_approval";
            /**
             * Format: date-time
             * @description Time of the event. ISO 8601, UTC.
             */
            at: string;
            /** @description Proposal to decide. */
            proposalId: string;
        };
        /** @description An error. The turn continued unless this is its last event. */
        ErrorEvent: {
            /** @constant */
            kind: "error";
            /**
             * Format: date-time
             * @description Time of the event. ISO 8601, UTC.
             */
            at: string;
            /** @description Error message for display. */
            message: string;
        };
        /** @description One event of a turn, discriminated by `kind`. `at` is ISO 8601, UTC. */
        AgentEvent: components["schemas"]["ThoughtEvent"] | components["schemas"]["ToolCallEvent"] | components["schemas"]["ToolResultEvent"] | components["schemas"]["ProposalEvent"] | components["schemas"]["AwaitingApprovalEvent"] | components["schemas"]["ErrorEvent"];
        /** @description The position of an event in its turn. */
        EventPlace: {
            /** @description Event id: digits that increase within a turn, possibly with gaps. */
            id: string;
        };
        /** @description An event with its id, from which a stream can be resumed. */
        EventItem: components["schemas"]["AgentEvent"] & components["schemas"]["EventPlace"];
        /**
         * @description The code of an error response. Codes are stable; messages are not.
         * @enum {string}
         */
        ErrorCode: "invalid_json" | "invalid_request" | "payments_not_connected" | "machines_not_connected" | "webhook_signature_invalid" | "webhook_mode_mismatch" | "unauthenticated" | "forbidden" | "origin_not_allowed" | "host_not_allowed" | "deposit_belongs_elsewhere" | "machine_not_found" | "turn_not_found" | "route_not_found" | "method_not_allowed" | "already_decided" | "proposal_expired" | "payment_mode_changed" | "too_many_held" | "too_many_pending" | "turn_in_progress" | "machine_limit_reached" | "offer_limit_reached" | "funds_held" | "total_out_of_range" | "idempotency_key_in_use" | "idempotency_key_reused" | "body_too_large" | "unsupported_content_type" | "rate_limited" | "token_budget_exceeded" | "too_many_turns" | "proposal_not_found" | "model_not_connected" | "model_failed" | "turn_failed" | "payment_processor_error" | "unsupported_currency" | "spend_executor_error" | "machine_host_error" | "body_already_read" | "webhook_not_connected" | "webhook_body_parsed" | "storage_error" | "access_not_chosen" | "internal_error" | "service_busy" | "storage_unavailable" | "starting" | "shutting_down";
        /** @description The body of every error response. */
        ErrorBody: {
            /** @description Message with the cause and the fix, for display. */
            error: string;
            /** @description Stable code of the error, for programs. */
            code: components["schemas"]["ErrorCode"];
            /** @description Id of the request in the service's log. */
            requestId: string;
        };
        /** @description Spending limits of a workspace in USD. An amount equal to a limit is allowed. */
        Budget: {
            /** @description Starting balance. */
            startingCapitalUsd: number;
            /** @description Maximum amount of one spend. */
            maxSpendPerActionUsd: number;
            /** @description Spends below this amount are approved automatically when screening finds nothing. */
            autoApproveUnderUsd: number;
            /** @description Maximum total per day, including amounts on hold. */
            dailySpendCapUsd: number;
            /** @description Minimum balance that a spend must leave. */
            minReserveUsd: number;
        };
        /** @description One ledger entry with a positive or negative amount, linked to the previous entry by its hash. */
        LedgerEntry: {
            /** @description Ledger entry id. */
            id: string;
            /** @description Workspace of the ledger. */
            workspaceId: string;
            /** @description Position in the ledger, starting at 1. A reset does not restart it. */
            sequence: number;
            /**
             * @description Kind of movement. A reversal has the type of the entry that it reverses.
             * @enum {string}
             */
            type: "deposit" | "revenue" | "expense";
            /** @description Amount in USD. Expenses are negative. */
            amountUsd: number;
            /** @description Balance after this entry, in USD. */
            balanceUsd: number;
            /** @description Description for display. */
            description: string;
            /** @description Paid proposal; null for incoming money. */
            proposalId: string | null;
            /** @description The payment processor's id of the payment. */
            reference: string | null;
            /** @description Entry that this entry reverses, fully or in part. */
            reversalOf: string | null;
            /**
             * Format: date-time
             * @description Time of posting. ISO 8601, UTC.
             */
            createdAt: string;
            /** @description Hash of the previous entry. Lower-case hexadecimal SHA-256. */
            previousHash: string;
            /** @description Hash of this entry and `previousHash`. Lower-case hexadecimal SHA-256. */
            hash: string;
        };
        /** @description A workspace's money, computed from its ledger. Amounts are USD with at most six decimals. */
        TreasuryState: {
            /** @description Workspace id. */
            workspaceId: string;
            /** @description Starting capital plus deposits plus revenue minus expenses. A chargeback can make it negative. */
            balanceUsd: number;
            /** @description Total deposits minus refunds and chargebacks. */
            depositsUsd: number;
            /** @description Revenue collected by the payment processor, minus refunds and chargebacks. */
            revenueUsd: number;
            /** @description Total of executed spends. */
            expenseUsd: number;
            /** @description Revenue minus expenses. */
            netProfitUsd: number;
            /** @description Amount spent today, compared with `budget.dailySpendCapUsd`. The day ends in the deployment's time zone. */
            spentTodayUsd: number;
            /** @description Amount on hold for approved spends that are not settled yet. */
            heldUsd: number;
            /** @description Amount available for spends: balance minus holds minus reserve, at least 0. */
            availableUsd: number;
            /** @description Number of proposals that need approval. */
            pendingCount: number;
            /** @description Current limits. */
            budget: components["schemas"]["Budget"];
            /** @description All pending proposals, then the newest decided ones, up to 100, and older ones with money on hold. */
            proposals: components["schemas"]["Proposal"][];
            /** @description The newest 100 entries, newest first. */
            ledger: components["schemas"]["LedgerEntry"][];
            /** @description Cursor of the next page of `GET /treasury/proposals`; null if `proposals` is complete. */
            proposalsCursor: string | null;
            /** @description Cursor of the next page of `GET /treasury/ledger`; null if `ledger` is complete. */
            ledgerCursor: string | null;
            /**
             * @description Mode of the connected payment processor; `none` without one.
             * @enum {string}
             */
            paymentMode: "test" | "live" | "none";
            /** @description Name of the payment processor, `sandbox` for test money; null without one. */
            paymentProvider: string | null;
            /**
             * @description Status of the model that judges spends beside the screening rules. After five failures in a row it is `paused` for 30 s.
             * @enum {string}
             */
            judge: "none" | "active" | "paused";
        };
        /** @description Response of `GET /treasury/ledger`. */
        LedgerPage: {
            /** @description Entries, newest first. */
            entries: components["schemas"]["LedgerEntry"][];
            /** @description Cursor of the next page; null on the last page. */
            cursor: string | null;
        };
        /** @description Token usage as the model provider reports it. */
        TokenUsage: {
            /** @description Tokens in all requests to the model. */
            inputTokens: number;
            /** @description Tokens in all responses of the model. */
            outputTokens: number;
        };
        /** @description The result of a turn. */
        AgentTurnResult: {
            /** @description Turn id, used to resume, read or follow the turn. */
            turnId: string;
            /** @description All events of the turn, in order. */
            events: components["schemas"]["AgentEvent"][];
            /** @description The agent's final message. */
            assistant: string;
            /** @description True if a spend of this turn needs approval. */
            awaitingApproval: boolean;
            /** @description Token usage of this turn; null if the model provider does not report it. */
            usage: components["schemas"]["TokenUsage"] | null;
            /** @description The treasury after the turn. */
            state: components["schemas"]["TreasuryState"];
        };
        /** @description The first item of a stream: the turn that it belongs to. */
        TurnStartItem: {
            /** @constant */
            kind: "turn";
            /** @description Turn id, used to resume, read or follow the turn. */
            turnId: string;
        };
        /** @description A piece of the model's response while it is generated, without tool calls and reasoning. It is not stored. The events and the result have the final text. */
        TextItem: {
            /** @constant */
            kind: "text";
            /** @description Number of characters before this piece. 0 starts a new response, which replaces the text shown so far. */
            offset: number;
            /** @description Text of this piece. */
            text: string;
        };
        /** @description The last item of a stream: the turn finished, or it needs approval. */
        ResultItem: {
            /** @constant */
            kind: "result";
            /** @description The response of `POST /agent` without a stream. */
            result: components["schemas"]["AgentTurnResult"];
        };
        /** @description The last item of a stream whose turn failed before its first event. */
        FailureItem: {
            /** @constant */
            kind: "failure";
            /** @description The error response without a stream. */
            failure: components["schemas"]["ErrorBody"];
        };
        /** @description One item of a turn's stream, discriminated by `kind`. */
        TurnStreamItem: components["schemas"]["TurnStartItem"] | components["schemas"]["TextItem"] | components["schemas"]["EventItem"] | components["schemas"]["ResultItem"] | components["schemas"]["FailureItem"];
        /** @description Response of `POST /treasury/decide`. */
        DecisionAnswer: {
            /** @description The proposal after the decision. If a limit stopped it, `status` is `failed` and `failure` has the reason. */
            proposal: components["schemas"]["Proposal"];
            /** @description The treasury after the decision. */
            state: components["schemas"]["TreasuryState"];
            /** @description Result of the resumed turn, if `resume` was true; null while the turn has pending proposals. */
            turn?: components["schemas"]["AgentTurnResult"] | null;
        };
        /** @description A machine of an agent. */
        AgentMachine: {
            /** @description The machine host's id of the machine. */
            id: string;
            /** @description The machine host's name of the machine. */
            name: string;
            /** @description `started`, `suspended`, or another state of the machine host. */
            state: string;
            /** @description Region, as the machine host names it. */
            region: string;
            /** @description Image of the machine. */
            image: string;
            /** @description Kind of CPU, as the machine host names it. */
            cpuKind: string;
            /** @description Number of CPUs. */
            cpus: number;
            /** @description Memory in MB. */
            memoryMb: number;
            /** @description Always `agent-body`. */
            role: string;
            /** @description Agent that uses the machine. */
            agentId: string | null;
            /** @description Workspace of the machine. */
            workspaceId: string | null;
            /** @description Purpose of the machine, for display. */
            goal: string | null;
            /** @description Display name. */
            label: string | null;
            /**
             * Format: date-time
             * @description Time of creation. ISO 8601, UTC.
             */
            createdAt: string;
            /** @description Running time in milliseconds, without suspended time. */
            uptimeMs: number;
            /** @description Cost of the running time in USD. */
            computeCostUsd: number;
        };
        /** @description The result of a command on a machine. */
        ExecResult: {
            /** @description Exit code: 124 if the command timed out, 127 if it was not found. */
            exitCode: number;
            /** @description At most 64 KiB. Truncated output is marked. */
            stdout: string;
            /** @description At most 64 KiB. Truncated output is marked. */
            stderr: string;
            /** @description Duration in milliseconds. */
            durationMs: number;
        };
        /** @description One machine. */
        MachineAnswer: {
            /** @description Current state of the machine. */
            machine: components["schemas"]["AgentMachine"];
        };
        /** @description Response of `suspend` and `start`. */
        MachineChangeAnswer: {
            /**
             * @description Always true. A failed request returns an error.
             * @constant
             */
            ok: true;
            /** @description Current state of the machine. */
            machine: components["schemas"]["AgentMachine"];
        };
        /** @description Response of `exec`. */
        ExecAnswer: {
            /** @description True if `exitCode` is 0. */
            ok: boolean;
            /** @description Result of the command. */
            result: components["schemas"]["ExecResult"];
        };
        /** @description Response of `POST /agents/{id}`: a machine for `suspend` and `start`, a result for `exec`. */
        MachineActionAnswer: components["schemas"]["MachineChangeAnswer"] | components["schemas"]["ExecAnswer"];
        /** @description Response of `DELETE /agents/{id}`. */
        DestroyAnswer: {
            /**
             * @description Always true. A failed request returns an error.
             * @constant
             */
            ok: true;
        };
    };
    responses: {
        /**
         * @description `access_not_chosen`: Live money, real machines or external agents are connected without a choice of access. Pass `authenticate`, or set `access: "guests"` to allow anonymous access.
         *
         *     `internal_error`: The service or its settings have a fault. The log has the cause. Report the `requestId` to the administrator of this service.
         *
         *     `machine_host_error`: The machine host failed, rejected the request, or could not be reached. Try again, or check the machine host.
         *
         *     `storage_error`: The database failed or rejected the request. Read the treasury before you try again, because the change may have been committed.
         */
        Failure500OfListMachines: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "internal_error" | "machine_host_error" | "storage_error";
                };
            };
        };
        /**
         * @description `forbidden`: `authorize` rejected the request, or an anonymous caller tried to reset live money. Ask the administrator of this deployment for permission.
         *
         *     `host_not_allowed`: The `Host` header is not a host of this service. Add the host to `allowedHosts`, or use the host of `baseUrl`.
         *
         *     `origin_not_allowed`: A page of another origin sent the request. Add the page's origin to `allowedOrigins`, or call from the origin of `baseUrl`.
         */
        Failure403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "forbidden" | "host_not_allowed" | "origin_not_allowed";
                };
            };
        };
        /** @description `invalid_request`: A value is missing or invalid. The message names it. Correct the named value and try again. */
        Failure400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `rate_limited`: The deployment's `rateLimit` rejected the request. Wait for the time in `retry-after`, then try again. */
        Failure429: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /**
         * @description `service_busy`: The process has too many requests in flight. Nothing was changed. Wait for the time in `retry-after`, then try again.
         *
         *     `shutting_down`: The process is shutting down. Try again. Another process responds.
         *
         *     `starting`: The process has not opened its database yet. Wait for the time in `retry-after`, then try again.
         */
        Failure503: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "service_busy" | "shutting_down" | "starting";
                };
            };
        };
        /** @description `unauthenticated`: The request has no credential, or one that could not be verified. Sign in and send the credential with the request. */
        Failure401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "unauthenticated";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Live money, real machines or external agents are connected without a choice of access. Pass `authenticate`, or set `access: "guests"` to allow anonymous access.
         *
         *     `body_already_read`: A middleware read the body before the service and discarded it. Mount the treasury before the body parser, or configure the parser to set `request.body`.
         *
         *     `internal_error`: The service or its settings have a fault. The log has the cause. Report the `requestId` to the administrator of this service.
         *
         *     `machine_host_error`: The machine host failed, rejected the request, or could not be reached. Try again, or check the machine host.
         *
         *     `storage_error`: The database failed or rejected the request. Read the treasury before you try again, because the change may have been committed.
         */
        Failure500OfProvisionMachine: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "body_already_read" | "internal_error" | "machine_host_error" | "storage_error";
                };
            };
        };
        /** @description `body_too_large`: The body is larger than 1 MiB, or than 256 KiB for the webhook. Send a smaller body. */
        Failure413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "body_too_large";
                };
            };
        };
        /**
         * @description `invalid_json`: The body is not a JSON object in UTF-8, or it ended early. Send a JSON object as the request body.
         *
         *     `invalid_request`: A value is missing or invalid. The message names it. Correct the named value and try again.
         *
         *     `machines_not_connected`: No machine host is connected. Pass `machines` to `createTreasury`, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.
         */
        Failure400OfProvisionMachine: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "invalid_json" | "invalid_request" | "machines_not_connected";
                };
            };
        };
        /** @description `unsupported_content_type`: The content type of the POST request is not `application/json`. Send the header `content-type: application/json`. */
        Failure415: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "unsupported_content_type";
                };
            };
        };
        /** @description `machine_not_found`: The machine does not exist in this deployment. List the machines and use one of their ids. */
        Failure404OfReadMachine: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "machine_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_in_use`: The first request with this `Idempotency-Key` is still running. Wait for the time in `retry-after`, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: This `Idempotency-Key` was used with another body, or for a command. Read the state for the result of the first request. Use a new key for a new request.
         */
        Failure409OfActOnMachine: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "idempotency_key_reused";
                };
            };
        };
        /**
         * @description `invalid_request`: A value is missing or invalid. The message names it. Correct the named value and try again.
         *
         *     `machines_not_connected`: No machine host is connected. Pass `machines` to `createTreasury`, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.
         */
        Failure400OfDestroyMachine: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "machines_not_connected";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Live money, real machines or external agents are connected without a choice of access. Pass `authenticate`, or set `access: "guests"` to allow anonymous access.
         *
         *     `internal_error`: The service or its settings have a fault. The log has the cause. Report the `requestId` to the administrator of this service.
         *
         *     `storage_error`: The database failed or rejected the request. Read the treasury before you try again, because the change may have been committed.
         */
        Failure500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "internal_error" | "storage_error";
                };
            };
        };
        /**
         * @description `invalid_json`: The body is not a JSON object in UTF-8, or it ended early. Send a JSON object as the request body.
         *
         *     `invalid_request`: A value is missing or invalid. The message names it. Correct the named value and try again.
         */
        Failure400OfResetTreasury: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "invalid_json" | "invalid_request";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Live money, real machines or external agents are connected without a choice of access. Pass `authenticate`, or set `access: "guests"` to allow anonymous access.
         *
         *     `body_already_read`: A middleware read the body before the service and discarded it. Mount the treasury before the body parser, or configure the parser to set `request.body`.
         *
         *     `internal_error`: The service or its settings have a fault. The log has the cause. Report the `requestId` to the administrator of this service.
         *
         *     `model_failed`: The language model failed before the turn had an effect. Try again. No money moved.
         *
         *     `model_not_connected`: No language model is connected. Pass `model` to `createTreasury`, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for the scripted model.
         *
         *     `proposal_not_found`: The proposal does not exist in this workspace. Check `proposalId` and `workspaceId`.
         *
         *     `spend_executor_error`: The payment executor failed or could not be reached. Do not pay again. The amount stays on hold until the service has found the outcome.
         *
         *     `storage_error`: The database failed or rejected the request. Read the treasury before you try again, because the change may have been committed.
         *
         *     `turn_failed`: The turn failed or was stopped. Read the treasury for what the turn did, then try again.
         */
        Failure500OfDecideProposal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "body_already_read" | "internal_error" | "model_failed" | "model_not_connected" | "proposal_not_found" | "spend_executor_error" | "storage_error" | "turn_failed";
                };
            };
        };
        /**
         * @description `already_decided`: The proposal has the opposite decision. A decision is final. Read the proposal for its status.
         *
         *     `idempotency_key_in_use`: The first request with this `Idempotency-Key` is still running. Wait for the time in `retry-after`, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: This `Idempotency-Key` was used with another body, or for a command. Read the state for the result of the first request. Use a new key for a new request.
         *
         *     `payment_mode_changed`: Another payment processor or mode than the connected one funded the workspace. Reset the workspace, or connect the processor and mode that funded it.
         *
         *     `proposal_expired`: The proposal expired before the decision. Ask the agent to propose the spend again.
         *
         *     `too_many_held`: The workspace has 100 payments in flight. Wait until some of the payments are settled, then try again.
         *
         *     `total_out_of_range`: A total of the workspace would exceed 8,000,000,000 USD. Use another workspace.
         *
         *     `turn_in_progress`: Another turn is running in this workspace, or the turn to resume is already running. Wait until the running turn finishes, then try again.
         */
        Failure409OfDecideProposal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "already_decided" | "idempotency_key_in_use" | "idempotency_key_reused" | "payment_mode_changed" | "proposal_expired" | "too_many_held" | "total_out_of_range" | "turn_in_progress";
                };
            };
        };
        /**
         * @description `rate_limited`: The deployment's `rateLimit` rejected the request. Wait for the time in `retry-after`, then try again.
         *
         *     `token_budget_exceeded`: The workspace has used its tokens of the day. Try again tomorrow, or raise `turns.dailyTokens` (TREASURY_DAILY_TOKENS).
         *
         *     `too_many_turns`: The process runs its maximum of turns, or the caller has its share of them. Wait for the time in `retry-after`, then try again.
         */
        Failure429OfDecideProposal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "rate_limited" | "token_budget_exceeded" | "too_many_turns";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Live money, real machines or external agents are connected without a choice of access. Pass `authenticate`, or set `access: "guests"` to allow anonymous access.
         *
         *     `body_already_read`: A middleware read the body before the service and discarded it. Mount the treasury before the body parser, or configure the parser to set `request.body`.
         *
         *     `internal_error`: The service or its settings have a fault. The log has the cause. Report the `requestId` to the administrator of this service.
         *
         *     `model_failed`: The language model failed before the turn had an effect. Try again. No money moved.
         *
         *     `model_not_connected`: No language model is connected. Pass `model` to `createTreasury`, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for the scripted model.
         *
         *     `storage_error`: The database failed or rejected the request. Read the treasury before you try again, because the change may have been committed.
         *
         *     `turn_failed`: The turn failed or was stopped. Read the treasury for what the turn did, then try again.
         */
        Failure500OfRunTurn: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "body_already_read" | "internal_error" | "model_failed" | "model_not_connected" | "storage_error" | "turn_failed";
                };
            };
        };
        /**
         * @description `idempotency_key_in_use`: The first request with this `Idempotency-Key` is still running. Wait for the time in `retry-after`, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: This `Idempotency-Key` was used with another body, or for a command. Read the state for the result of the first request. Use a new key for a new request.
         *
         *     `turn_in_progress`: Another turn is running in this workspace, or the turn to resume is already running. Wait until the running turn finishes, then try again.
         */
        Failure409OfRunTurn: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "idempotency_key_reused" | "turn_in_progress";
                };
            };
        };
        /** @description The request failed. `code` identifies the error. `error` has the cause and the fix. */
        Failure: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /** @description Requests with the same key within 24 hours are executed once. */
        IdempotencyKey: string;
        /** @description Resumes a stream after the event with this id. */
        LastEventId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request in the service's log. */
        RequestId: string;
        /** @description Seconds to wait before repeating the request. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachineAnswer"];
                };
            };
            400: components["responses"]["Failure400"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            404: components["responses"]["Failure404OfReadMachine"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfListMachines"];
            503: components["responses"]["Failure503"];
            default: components["responses"]["Failure"];
        };
    };
    actOnMachine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key within 24 hours are executed once. */
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
                    /**
                     * @description Action to perform. `exec` starts a suspended machine.
                     * @enum {string}
                     */
                    action: "suspend" | "start" | "exec";
                    /** @description Bash command. Required for `exec`. */
                    command?: string;
                    /** @description Timeout of `exec` in seconds, 1 to 600. */
                    timeoutSec?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachineActionAnswer"];
                };
            };
            400: components["responses"]["Failure400OfProvisionMachine"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            409: components["responses"]["Failure409OfActOnMachine"];
            413: components["responses"]["Failure413"];
            415: components["responses"]["Failure415"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfProvisionMachine"];
            503: components["responses"]["Failure503"];
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestroyAnswer"];
                };
            };
            400: components["responses"]["Failure400OfDestroyMachine"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfListMachines"];
            503: components["responses"]["Failure503"];
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            400: components["responses"]["Failure400"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500"];
            503: components["responses"]["Failure503"];
            default: components["responses"]["Failure"];
        };
    };
    decideProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key within 24 hours are executed once. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 128 letters, digits and `. _ : @ -`. It is trimmed; `demo` if blank or omitted. */
                    workspaceId?: string;
                    /** @description Proposal to decide. */
                    proposalId: string;
                    /**
                     * @description The first decision is final. Repeating it has no effect; the opposite decision is rejected.
                     * @enum {string}
                     */
                    decision: "approve" | "deny";
                    /** @description Name of the approver, recorded as unverified. Ignored where approvers sign in. */
                    operator?: string;
                    /** @description Comment for the agent and the audit record. */
                    comment?: string;
                    /** @description If true, resumes the turn once it has no pending proposals, and responds when the turn finishes. */
                    resume?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionAnswer"];
                };
            };
            400: components["responses"]["Failure400OfResetTreasury"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            409: components["responses"]["Failure409OfDecideProposal"];
            413: components["responses"]["Failure413"];
            415: components["responses"]["Failure415"];
            429: components["responses"]["Failure429OfDecideProposal"];
            500: components["responses"]["Failure500OfDecideProposal"];
            503: components["responses"]["Failure503"];
            default: components["responses"]["Failure"];
        };
    };
    runTurn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key within 24 hours are executed once. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Resumes a stream after the event with this id. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 128 letters, digits and `. _ : @ -`. It is trimmed; `demo` if blank or omitted. */
                    workspaceId?: string;
                    /** @description Instruction for the agent. */
                    message: string;
                    /** @description Earlier messages, oldest first. */
                    history?: {
                        /**
                         * @description Author of the message.
                         * @enum {string}
                         */
                        role: "user" | "assistant";
                        /** @description Text of the message. It cannot approve a spend. */
                        content: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTurnResult"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Failure400OfResetTreasury"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            409: components["responses"]["Failure409OfRunTurn"];
            413: components["responses"]["Failure413"];
            415: components["responses"]["Failure415"];
            429: components["responses"]["Failure429OfDecideProposal"];
            500: components["responses"]["Failure500OfRunTurn"];
            503: components["responses"]["Failure503"];
            default: components["responses"]["Failure"];
        };
    };
}
