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
        /** @description A spend that an agent asked for, and what became of it. Times are ISO 8601, UTC. */
        Proposal: {
            /** @description Its id: what a decision names. */
            id: string;
            /** @description Whose money it would spend. */
            workspaceId: string;
            /**
             * @description `pending` awaits a person; `approved` is being paid; the other three are final.
             * @enum {string}
             */
            status: "pending" | "approved" | "denied" | "executed" | "failed";
            /** @description What the agent asked for, in USD. */
            amountUsd: number;
            /** @description What was really paid, 0 until then. An executor may have captured another amount than was approved. */
            capturedUsd: number;
            /** @description Who is to be paid, by the agent's word. */
            vendor: string;
            /** @description What the agent says that the money is for. */
            purpose: string;
            /** @description The agent's own word for the kind of purchase. */
            category: string | null;
            /**
             * @description What the safety screen came to. `review` waits for a person whatever the amount, `blocked` is denied.
             * @enum {string}
             */
            verdict: "safe" | "review" | "blocked";
            /** @description What the safety screen says of it. */
            reason: string;
            /** @description Whether policy approved it, without a person. */
            autoApproved: boolean;
            /** @description Who decided; null where policy did, or nobody has yet. */
            operator: string | null;
            /** @description Whether `operator` was signed in, rather than named by the caller. */
            operatorVerified: boolean;
            /** @description What the person who decided had to say. */
            comment: string | null;
            /**
             * Format: date-time
             * @description When it was proposed. ISO 8601, UTC.
             */
            createdAt: string;
            /** @description When it was approved or denied. ISO 8601, UTC. */
            decidedAt: string | null;
            /** @description When its expense came into the ledger. ISO 8601, UTC. */
            executedAt: string | null;
            /** @description When it is denied unless somebody decided. ISO 8601, UTC; null where proposals do not expire. */
            expiresAt: string | null;
            /** @description Why it failed, or why it was denied without a person. */
            failure: string | null;
            /** @description The ledger entry that paid it, or the executor's own reference. */
            reference: string | null;
            /** @description What a person should look at: more was captured than approved, or nobody can tell whether it was paid. */
            attention: string | null;
            /** @description The turn that proposed it; null where no turn of this service did. */
            turnId: string | null;
            /** @description The agent of somebody else's making that proposed it, as its credential names it; null for this service's own. */
            proposedBy: string | null;
        };
        /** @description One signed record of the ledger, chained to the one before it. */
        LedgerEntry: {
            /** @description Its id. */
            id: string;
            /** @description Whose ledger it is in. */
            workspaceId: string;
            /** @description Its place in the ledger: 1 for the first; a reset does not begin anew. */
            sequence: number;
            /**
             * @description What moved the money. A reversal has the type of what it reverses.
             * @enum {string}
             */
            type: "deposit" | "revenue" | "expense";
            /** @description Signed, in USD: an expense is negative. */
            amountUsd: number;
            /** @description The balance after this entry, in USD. */
            balanceUsd: number;
            /** @description What it is, for a person. */
            description: string;
            /** @description The spend that it paid; null for money that came in. */
            proposalId: string | null;
            /** @description The processor's id of the payment. */
            reference: string | null;
            /** @description The entry that this one takes back, wholly or in part. */
            reversalOf: string | null;
            /**
             * Format: date-time
             * @description When it was entered. ISO 8601, UTC.
             */
            createdAt: string;
            /** @description The hash of the entry before it. Lower-case hexadecimal SHA-256. */
            previousHash: string;
            /** @description Over this entry and `previousHash`. Lower-case hexadecimal SHA-256. */
            hash: string;
        };
        /** @description A machine that serves as an agent's body. */
        AgentMachine: {
            /** @description The host's id of the machine. */
            id: string;
            /** @description The host's name of the machine. */
            name: string;
            /** @description `started`, `suspended`, or the host's own word for any other state. */
            state: string;
            /** @description Where it runs, in the host's words. */
            region: string;
            /** @description The image that it runs. */
            image: string;
            /** @description The kind of its CPUs, in the host's words. */
            cpuKind: string;
            /** @description How many CPUs it has. */
            cpus: number;
            /** @description Its memory in MB. */
            memoryMb: number;
            /** @description Always `agent-body`. */
            role: string;
            /** @description The agent whose body it is. */
            agentId: string | null;
            /** @description The workspace that it belongs to. */
            workspaceId: string | null;
            /** @description What it was made for, for a person. */
            goal: string | null;
            /** @description What people call it. */
            label: string | null;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             */
            createdAt: string;
            /** @description Milliseconds that the machine ran; time suspended does not count. */
            uptimeMs: number;
            /** @description USD for the time that the machine ran; suspended costs nothing more. */
            computeCostUsd: number;
        };
        /** @description One item of a turn's trace, told apart by `kind`. `at` is ISO 8601, UTC. */
        AgentEvent: {
            /** @constant */
            kind: "thought";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             */
            at: string;
            /** @description What the model wrote beside its calls. What it wrote before a call comes before that call. */
            text: string;
        } | {
            /** @constant */
            kind: "tool_call";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             */
            at: string;
            /** @description Joins the call with its result. */
            callId: string;
            /** @description The tool's name. */
            tool: string;
            /** @description As the model gave them. */
            arguments: {
                [key: string]: unknown;
            };
        } | {
            /** @constant */
            kind: "tool_result";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             */
            at: string;
            /** @description The call that is answered. */
            callId: string;
            /** @description The tool's name. */
            tool: string;
            /** @description Whether the tool did what it was asked. */
            ok: boolean;
            /** @description The tool's own answer. */
            result: unknown;
        } | {
            /** @constant */
            kind: "proposal";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             */
            at: string;
            /** @description Its id. */
            proposalId: string;
            /** @description The proposal as it was at that moment. */
            proposal: components["schemas"]["Proposal"];
        } | {
            /** @constant */
            kind: "awaiting_approval";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             */
            at: string;
            /** @description What is to be decided. */
            proposalId: string;
        } | {
            /** @constant */
            kind: "error";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             */
            at: string;
            /** @description What went wrong, for a person. */
            message: string;
        };
        /** @description An event, with the id by which a stream goes on after it. */
        EventItem: components["schemas"]["AgentEvent"] & {
            /** @description Digits that grow from event to event, and may leave numbers out. */
            id: string;
        };
        /** @description What comes over a stream of a turn, told apart by `kind`. */
        TurnStreamItem: {
            /** @constant */
            kind: "turn";
            /** @description Its id: what it is resumed, read and followed by. */
            turnId: string;
        } | {
            /** @constant */
            kind: "text";
            /** @description Characters of this answer before the piece: 0 begins a new answer, and takes the place of what was shown. */
            offset: number;
            /** @description The piece. */
            text: string;
        } | components["schemas"]["EventItem"] | {
            /** @constant */
            kind: "result";
            /** @description What `POST /agent` answers without a stream. */
            result: components["schemas"]["AgentTurnResult"];
        } | {
            /** @constant */
            kind: "failure";
            /** @description The body that a failure has without a stream. */
            failure: components["schemas"]["ErrorBody"];
        };
        /** @description The body of every failure. */
        ErrorBody: {
            /** @description What happened and what to do, for a person. */
            error: string;
            /**
             * @description What happened, for a program.
             * @enum {string}
             */
            code: "invalid_json" | "invalid_request" | "payments_not_connected" | "machines_not_connected" | "webhook_signature_invalid" | "webhook_mode_mismatch" | "unauthenticated" | "forbidden" | "origin_not_allowed" | "host_not_allowed" | "deposit_belongs_elsewhere" | "machine_not_found" | "turn_not_found" | "route_not_found" | "method_not_allowed" | "already_decided" | "proposal_expired" | "payment_mode_changed" | "too_many_held" | "too_many_pending" | "turn_in_progress" | "machine_limit_reached" | "offer_limit_reached" | "funds_held" | "total_out_of_range" | "idempotency_key_in_use" | "idempotency_key_reused" | "body_too_large" | "unsupported_content_type" | "rate_limited" | "token_budget_exceeded" | "too_many_turns" | "proposal_not_found" | "model_not_connected" | "model_failed" | "turn_failed" | "payment_processor_error" | "unsupported_currency" | "spend_executor_error" | "machine_host_error" | "body_already_read" | "webhook_not_connected" | "webhook_body_parsed" | "storage_error" | "access_not_chosen" | "internal_error" | "service_busy" | "storage_unavailable" | "starting" | "shutting_down";
            /** @description The id under which the service logged the request. */
            requestId: string;
        };
        /** @description Answer of `GET /agents`. */
        Fleet: {
            /** @description Whether a machine host is connected. */
            configured: boolean;
            /** @description What a new machine is made of. */
            spec: {
                /** @description The image that it runs. */
                image: string;
                /** @description The kind of its CPUs, in the host's words. */
                cpuKind: string;
                /** @description How many CPUs it has. */
                cpus: number;
                /** @description Its memory in MB. */
                memoryMb: number;
                /** @description Where it runs, in the host's words. */
                region: string;
                /** @description What tells this deployment's machines from another's. */
                app: string;
            };
            /** @description Those that the caller may see. */
            machines: components["schemas"]["AgentMachine"][];
        };
        /** @description Answer that carries one machine. */
        MachineAnswer: {
            /** @description The machine as it is now. */
            machine: components["schemas"]["AgentMachine"];
        };
        /** @description Answer of `POST /agents/{id}`: a machine for `suspend` and `start`, a result for `exec`. */
        MachineActionAnswer: {
            /**
             * @description Always true: what could not be done is a failure.
             * @constant
             */
            ok: true;
            /** @description The machine as it is now. */
            machine: components["schemas"]["AgentMachine"];
        } | {
            /** @description True exactly when `exitCode` is 0. */
            ok: boolean;
            /** @description What the command came to. */
            result: {
                /** @description 124 when the command ran out of time, 127 when there was nothing to run it. */
                exitCode: number;
                /** @description At most 64 KiB; what was cut is marked. */
                stdout: string;
                /** @description At most 64 KiB; what was cut is marked. */
                stderr: string;
                /** @description Milliseconds that it took. */
                durationMs: number;
            };
        };
        /** @description Answer of `DELETE /agents/{id}`. */
        DestroyAnswer: {
            /**
             * @description Always true: what could not be done is a failure.
             * @constant
             */
            ok: true;
        };
        /** @description A workspace's money, derived from its ledger. Amounts are USD with at most six decimals. */
        TreasuryState: {
            /** @description Whose money it is. */
            workspaceId: string;
            /** @description Starting capital and deposits and revenue, less expenses. Below zero after a payer took money back. */
            balanceUsd: number;
            /** @description What came in through checkouts, less what was taken back. */
            depositsUsd: number;
            /** @description Revenue that the processor confirmed as collected, less what was taken back. */
            revenueUsd: number;
            /** @description The total of executed spends. */
            expenseUsd: number;
            /** @description Revenue less expenses. */
            netProfitUsd: number;
            /** @description Spent so far today, measured against `budget.dailySpendCapUsd`. The deployment's time zone ends the day. */
            spentTodayUsd: number;
            /** @description Set aside for approved spends that are not settled yet. */
            heldUsd: number;
            /** @description What a spend could still draw: the balance less what is held and less the reserve, never below zero. */
            availableUsd: number;
            /** @description How many proposals await a person. */
            pendingCount: number;
            /** @description The limits that hold now. */
            budget: {
                /** @description What the workspace began with. */
                startingCapitalUsd: number;
                /** @description The most that one spend may be. */
                maxSpendPerActionUsd: number;
                /** @description Safe spends below it are approved by policy, without a person. */
                autoApproveUnderUsd: number;
                /** @description The most that is spent in a day, what is held included. */
                dailySpendCapUsd: number;
                /** @description What no spend may draw the balance below. */
                minReserveUsd: number;
            };
            /** @description Every pending proposal, then the newest decided ones, up to 100, and older ones that hold money. */
            proposals: components["schemas"]["Proposal"][];
            /** @description The newest 100 entries, newest first. */
            ledger: components["schemas"]["LedgerEntry"][];
            /** @description Cursor of the next page of `GET /treasury/proposals`; null when `proposals` has them all. */
            proposalsCursor: string | null;
            /** @description Cursor of the next page of `GET /treasury/ledger`; null when `ledger` has them all. */
            ledgerCursor: string | null;
            /**
             * @description The kind of money that the connected processor moves; `none` where none is connected.
             * @enum {string}
             */
            paymentMode: "test" | "live" | "none";
            /** @description The processor's name, `sandbox` for play money; null when none is connected. */
            paymentProvider: string | null;
            /**
             * @description The model that judges spends beside the screening rules; `paused` for 30 s after five failures in a row.
             * @enum {string}
             */
            judge: "none" | "active" | "paused";
        };
        /** @description Answer of `GET /treasury/ledger`: newest first. */
        LedgerPage: {
            /** @description Newest first. */
            entries: components["schemas"]["LedgerEntry"][];
            /** @description Cursor of the next page, null at the end. */
            cursor: string | null;
        };
        /** @description Answer of `GET /treasury/proposals`: newest first. */
        ProposalPage: {
            /** @description Newest first. */
            proposals: components["schemas"]["Proposal"][];
            /** @description Cursor of the next page, null at the end. */
            cursor: string | null;
        };
        /** @description Answer of `GET /treasury/verify`. */
        Verification: {
            /** @description Whose chain was recomputed. */
            workspaceId: string;
            /** @description Whether every entry recomputes to its hash and every total to its sum. */
            valid: boolean;
            /** @description How many entries were recomputed, over all epochs. */
            entriesChecked: number;
            /** @description Sequence of the first entry that does not hold, null when all do. */
            firstInvalidSequence: number | null;
            /** @description What does not hold, null when all does. */
            problem: string | null;
            /** @description Hash at the head. Keep it elsewhere: a later chain that lacks it was rewritten. */
            headHash: string;
            /** @description Sequence of the newest entry. */
            headSequence: number;
            /** @description What this check cannot show. */
            notice: string;
        };
        /** @description A checkout that waits for its payer. */
        DepositSession: {
            /** @description The processor's id of the checkout, which the payer brings back as `deposit_session`. */
            id: string;
            /**
             * Format: uri
             * @description Where to send the payer.
             */
            url: string;
            /** @description What the payer is asked for, in USD. */
            amountUsd: number;
            /** @description Which workspace is credited. */
            workspaceId: string;
            /** @description When it can be paid no more. ISO 8601, UTC; null when the processor names none. */
            expiresAt: string | null;
        };
        /** @description Answer of `GET /treasury/deposit`. */
        DepositConfirmation: {
            /** @description Whether the processor confirms that it was paid. */
            paid: boolean;
            /** @description Whether it had been credited before. */
            duplicate: boolean;
            /** @description What the processor confirmed, in USD; 0 while unpaid. */
            depositedUsd: number;
            /** @description The treasury after it. */
            state: components["schemas"]["TreasuryState"];
        };
        /** @description A delivery was received. Nothing in `outcomes` means that it moved no money of ours. */
        WebhookAnswer: {
            /**
             * @description Always true: what could not be taken is a failure.
             * @constant
             */
            received: true;
            /** @description What became of each movement that it told of. */
            outcomes: ("credited" | "reversed" | "duplicate" | "waiting" | "recorded" | "passed_on" | "ignored")[];
        };
        /** @description Answer of `POST /treasury/decide`. */
        DecisionAnswer: {
            /** @description The proposal after the decision: `failed`, with the reason in `failure`, where a cap stopped it. */
            proposal: components["schemas"]["Proposal"];
            /** @description The treasury after it. */
            state: components["schemas"]["TreasuryState"];
            /** @description What the turn came to, where `resume` asked for it; null when something of it still waits. */
            turn?: components["schemas"]["AgentTurnResult"] | null;
        };
        /** @description What a turn came to. */
        AgentTurnResult: {
            /** @description Its id: what it is resumed, read and followed by. */
            turnId: string;
            /** @description Of the whole turn, in the order in which they happened. */
            events: components["schemas"]["AgentEvent"][];
            /** @description The agent's last word to the operator. */
            assistant: string;
            /** @description Whether a spend of this turn waits for a person. */
            awaitingApproval: boolean;
            /** @description Of all answers of the model in this turn; null when the provider does not report it. */
            usage: {
                /** @description Of all that the model was asked. */
                inputTokens: number;
                /** @description Of all that it answered. */
                outputTokens: number;
            } | null;
            /** @description The treasury after it. */
            state: components["schemas"]["TreasuryState"];
        };
        /** @description Answer of `GET /agent/turns/{id}/events` to whoever does not accept a stream. */
        TurnEvents: {
            /** @description The turn. */
            turnId: string;
            /**
             * @description `waiting` for a person; `running` also while it waits to be carried on after a crash.
             * @enum {string}
             */
            status: "running" | "waiting" | "done";
            /** @description Those after the one that was named, in their order. */
            events: components["schemas"]["EventItem"][];
        };
        /** @description Answer of `GET /health`. */
        Health: {
            /**
             * @description Always true: a service that closes answers 503.
             * @constant
             */
            ok: true;
        };
        /** @description The interface as an OpenAPI 3.1 document: the answer of `GET /openapi.json`. */
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
        /**
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `machine_host_error`: Try again, or check the machine host.
         *
         *     `storage_error`: Read the treasury before you try again.
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
         * @description `forbidden`: Ask whoever runs this deployment for access.
         *
         *     `host_not_allowed`: Add the host to `allowedHosts`, or call the address in `baseUrl`.
         *
         *     `origin_not_allowed`: Add the page's origin to `allowedOrigins`, or call from `baseUrl`.
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
        /** @description `invalid_request`: Correct the named field and send it again. */
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
        /** @description `rate_limited`: Wait as long as `retry-after` says, then try again. */
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
         * @description `service_busy`: Wait as long as `retry-after` says, then try again.
         *
         *     `shutting_down`: Try again; another process will answer.
         *
         *     `starting`: Wait as long as `retry-after` says, then try again.
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
        /** @description `unauthenticated`: Sign in and send the credential with the request. */
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
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `body_already_read`: Mount the treasury before the body parser, or let the parser set `request.body`.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `machine_host_error`: Try again, or check the machine host.
         *
         *     `storage_error`: Read the treasury before you try again.
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
        /** @description `body_too_large`: Send at most 1 MiB, and at most 256 KiB to the webhook. */
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
         * @description `idempotency_key_in_use`: Wait as long as `retry-after` says, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: Send a new request with a new key; read the state to see what the first one did.
         *
         *     `machine_limit_reached`: Destroy a machine that is no longer needed.
         */
        Failure409OfProvisionMachine: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "idempotency_key_reused" | "machine_limit_reached";
                };
            };
        };
        /**
         * @description `invalid_json`: Send a JSON object as the request's body.
         *
         *     `invalid_request`: Correct the named field and send it again.
         *
         *     `machines_not_connected`: Pass `machines` to createTreasury, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.
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
        /** @description `unsupported_content_type`: Send the header `content-type: application/json`. */
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
        /** @description `machine_not_found`: List the fleet to see which machines exist. */
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
         * @description `idempotency_key_in_use`: Wait as long as `retry-after` says, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: Send a new request with a new key; read the state to see what the first one did.
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
         * @description `invalid_request`: Correct the named field and send it again.
         *
         *     `machines_not_connected`: Pass `machines` to createTreasury, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.
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
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `storage_error`: Read the treasury before you try again.
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
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `body_already_read`: Mount the treasury before the body parser, or let the parser set `request.body`.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `payment_processor_error`: Try again, or check the processor's dashboard: nothing is credited twice.
         *
         *     `storage_error`: Read the treasury before you try again.
         */
        Failure500OfStartDeposit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "body_already_read" | "internal_error" | "payment_processor_error" | "storage_error";
                };
            };
        };
        /**
         * @description `idempotency_key_in_use`: Wait as long as `retry-after` says, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: Send a new request with a new key; read the state to see what the first one did.
         *
         *     `payment_mode_changed`: Reset the workspace, or go back to the payment mode that funded it.
         *
         *     `total_out_of_range`: Totals stay within 8,000,000,000 USD; use another workspace.
         */
        Failure409OfStartDeposit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "idempotency_key_reused" | "payment_mode_changed" | "total_out_of_range";
                };
            };
        };
        /**
         * @description `invalid_json`: Send a JSON object as the request's body.
         *
         *     `invalid_request`: Correct the named field and send it again.
         *
         *     `payments_not_connected`: Pass `payments` to createTreasury, set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on for play money.
         */
        Failure400OfStartDeposit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "invalid_json" | "invalid_request" | "payments_not_connected";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `payment_processor_error`: Try again, or check the processor's dashboard: nothing is credited twice.
         *
         *     `storage_error`: Read the treasury before you try again.
         *
         *     `unsupported_currency`: Only USD counts; refund the payment.
         */
        Failure500OfConfirmDeposit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "internal_error" | "payment_processor_error" | "storage_error" | "unsupported_currency";
                };
            };
        };
        /**
         * @description `deposit_belongs_elsewhere`: Confirm the deposit in the workspace that it was started for.
         *
         *     `forbidden`: Ask whoever runs this deployment for access.
         *
         *     `host_not_allowed`: Add the host to `allowedHosts`, or call the address in `baseUrl`.
         *
         *     `origin_not_allowed`: Add the page's origin to `allowedOrigins`, or call from `baseUrl`.
         */
        Failure403OfConfirmDeposit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "deposit_belongs_elsewhere" | "forbidden" | "host_not_allowed" | "origin_not_allowed";
                };
            };
        };
        /**
         * @description `invalid_request`: Correct the named field and send it again.
         *
         *     `payments_not_connected`: Pass `payments` to createTreasury, set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on for play money.
         */
        Failure400OfConfirmDeposit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "payments_not_connected";
                };
            };
        };
        /**
         * @description `payment_mode_changed`: Reset the workspace, or go back to the payment mode that funded it.
         *
         *     `total_out_of_range`: Totals stay within 8,000,000,000 USD; use another workspace.
         */
        Failure409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "payment_mode_changed" | "total_out_of_range";
                };
            };
        };
        /**
         * @description `body_already_read`: Mount the treasury before the body parser, or let the parser set `request.body`.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `payment_processor_error`: Try again, or check the processor's dashboard: nothing is credited twice.
         *
         *     `storage_error`: Read the treasury before you try again.
         *
         *     `webhook_body_parsed`: Mount the treasury before the body parser, or keep the bytes: express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }).
         *
         *     `webhook_not_connected`: Set STRIPE_WEBHOOK_SECRET; the processor will send the event again.
         */
        Failure500OfReceiveWebhook: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "body_already_read" | "internal_error" | "payment_processor_error" | "storage_error" | "webhook_body_parsed" | "webhook_not_connected";
                };
            };
        };
        /**
         * @description `invalid_json`: Send a JSON object as the request's body.
         *
         *     `invalid_request`: Correct the named field and send it again.
         *
         *     `payments_not_connected`: Pass `payments` to createTreasury, set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on for play money.
         *
         *     `webhook_mode_mismatch`: Let test events come to a service with a test key, and live ones to a live key.
         *
         *     `webhook_signature_invalid`: Set STRIPE_WEBHOOK_SECRET to the signing secret of this very endpoint.
         */
        Failure400OfReceiveWebhook: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "invalid_json" | "invalid_request" | "payments_not_connected" | "webhook_mode_mismatch" | "webhook_signature_invalid";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `body_already_read`: Mount the treasury before the body parser, or let the parser set `request.body`.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `model_failed`: No money moved; try the turn again.
         *
         *     `model_not_connected`: Pass `model` to createTreasury, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for a stand-in.
         *
         *     `proposal_not_found`: Check `proposalId` and `workspaceId`.
         *
         *     `spend_executor_error`: Do not pay again: the amount stays held, and what became of it is looked up by itself.
         *
         *     `storage_error`: Read the treasury before you try again.
         *
         *     `turn_failed`: Read the treasury to see what happened, then try again.
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
         * @description `already_decided`: Read the proposal; a decision is final.
         *
         *     `idempotency_key_in_use`: Wait as long as `retry-after` says, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: Send a new request with a new key; read the state to see what the first one did.
         *
         *     `payment_mode_changed`: Reset the workspace, or go back to the payment mode that funded it.
         *
         *     `proposal_expired`: Let the agent propose the spend again.
         *
         *     `too_many_held`: Wait until some of the payments under way are settled.
         *
         *     `total_out_of_range`: Totals stay within 8,000,000,000 USD; use another workspace.
         *
         *     `turn_in_progress`: Wait for the running turn, then send it again.
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
         * @description `invalid_json`: Send a JSON object as the request's body.
         *
         *     `invalid_request`: Correct the named field and send it again.
         */
        Failure400OfDecideProposal: {
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
         * @description `rate_limited`: Wait as long as `retry-after` says, then try again.
         *
         *     `token_budget_exceeded`: Go on tomorrow, or raise `turns.dailyTokens` (TREASURY_DAILY_TOKENS).
         *
         *     `too_many_turns`: Wait as long as `retry-after` says, then try again.
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
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `body_already_read`: Mount the treasury before the body parser, or let the parser set `request.body`.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `storage_error`: Read the treasury before you try again.
         */
        Failure500OfResetTreasury: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "body_already_read" | "internal_error" | "storage_error";
                };
            };
        };
        /**
         * @description `funds_held`: Wait until the payments under way are settled.
         *
         *     `idempotency_key_in_use`: Wait as long as `retry-after` says, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: Send a new request with a new key; read the state to see what the first one did.
         */
        Failure409OfResetTreasury: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "funds_held" | "idempotency_key_in_use" | "idempotency_key_reused";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `body_already_read`: Mount the treasury before the body parser, or let the parser set `request.body`.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `model_failed`: No money moved; try the turn again.
         *
         *     `model_not_connected`: Pass `model` to createTreasury, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for a stand-in.
         *
         *     `storage_error`: Read the treasury before you try again.
         *
         *     `turn_failed`: Read the treasury to see what happened, then try again.
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
         * @description `idempotency_key_in_use`: Wait as long as `retry-after` says, then send the same request with the same key.
         *
         *     `idempotency_key_reused`: Send a new request with a new key; read the state to see what the first one did.
         *
         *     `turn_in_progress`: Wait for the running turn, then send it again.
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
        /** @description `turn_in_progress`: Wait for the running turn, then send it again. */
        Failure409OfResumeTurn: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "turn_in_progress";
                };
            };
        };
        /** @description `turn_not_found`: Check the turn's id and `workspaceId`; what a turn did is not kept forever. */
        Failure404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "turn_not_found";
                };
            };
        };
        /**
         * @description `access_not_chosen`: Pass `authenticate`, or say `access: "guests"` if open access is meant.
         *
         *     `internal_error`: Report the `requestId` to whoever runs this service.
         *
         *     `storage_error`: Read the treasury before you try again.
         *
         *     `turn_failed`: Read the treasury to see what happened, then try again.
         */
        Failure500OfReadTurnEvents: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "access_not_chosen" | "internal_error" | "storage_error" | "turn_failed";
                };
            };
        };
        /** @description `internal_error`: Report the `requestId` to whoever runs this service. */
        Failure500OfReadHealth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "internal_error";
                };
            };
        };
        /** @description `origin_not_allowed`: Add the page's origin to `allowedOrigins`, or call from `baseUrl`. */
        Failure403OfReadHealth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "origin_not_allowed";
                };
            };
        };
        /**
         * @description `shutting_down`: Try again; another process will answer.
         *
         *     `starting`: Wait as long as `retry-after` says, then try again.
         *
         *     `storage_unavailable`: Send requests to another process; this one needs its operator.
         */
        Failure503OfReadHealth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "shutting_down" | "starting" | "storage_unavailable";
                };
            };
        };
        /**
         * @description `shutting_down`: Try again; another process will answer.
         *
         *     `starting`: Wait as long as `retry-after` says, then try again.
         */
        Failure503OfReadOpenApi: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code?: "shutting_down" | "starting";
                };
            };
        };
        /** @description It was not done. `code` says why; `error` also says what to do about it. */
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
        /** @description Within 24 hours the request is done once for a key, however often it is sent. */
        IdempotencyKey: string;
        /** @description Of a stream: the id of the last event that was seen. */
        LastEventId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's id, as the service's log has it. */
        RequestId: string;
        /** @description Seconds to wait before the same request is sent again. */
        RetryAfter: number;
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
            400: components["responses"]["Failure400"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfListMachines"];
            503: components["responses"]["Failure503"];
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
                    /** @description 1 to 128 letters, digits and `. _ : @ -`; trimmed, and `demo` when it is blank or left out. */
                    workspaceId?: string;
                    /** @description What it is made for, shown on its card. */
                    goal?: string;
                    /** @description The agent whose body it is to be. */
                    agentId?: string;
                    /** @description What people are to call it. */
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
            400: components["responses"]["Failure400OfProvisionMachine"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            409: components["responses"]["Failure409OfProvisionMachine"];
            413: components["responses"]["Failure413"];
            415: components["responses"]["Failure415"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfProvisionMachine"];
            503: components["responses"]["Failure503"];
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
                    /**
                     * @description What to do to it. A command on a suspended machine starts it.
                     * @enum {string}
                     */
                    action: "suspend" | "start" | "exec";
                    /** @description Required by `exec`: a bash command. */
                    command?: string;
                    /** @description Seconds that an `exec` may take, 1 to 600. */
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
            /** @description Done. */
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
            400: components["responses"]["Failure400"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500"];
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
            /** @description Done. */
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
            400: components["responses"]["Failure400"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500"];
            503: components["responses"]["Failure503"];
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
            400: components["responses"]["Failure400"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500"];
            503: components["responses"]["Failure503"];
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
            400: components["responses"]["Failure400OfConfirmDeposit"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403OfConfirmDeposit"];
            409: components["responses"]["Failure409"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfConfirmDeposit"];
            503: components["responses"]["Failure503"];
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
                    /** @description 1 to 128 letters, digits and `. _ : @ -`; trimmed, and `demo` when it is blank or left out. */
                    workspaceId?: string;
                    /** @description USD in whole cents, 1 to 999,999.99. */
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
            400: components["responses"]["Failure400OfStartDeposit"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            409: components["responses"]["Failure409OfStartDeposit"];
            413: components["responses"]["Failure413"];
            415: components["responses"]["Failure415"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfStartDeposit"];
            503: components["responses"]["Failure503"];
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
            400: components["responses"]["Failure400OfReceiveWebhook"];
            409: components["responses"]["Failure409"];
            413: components["responses"]["Failure413"];
            500: components["responses"]["Failure500OfReceiveWebhook"];
            503: components["responses"]["Failure503"];
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
                    /** @description 1 to 128 letters, digits and `. _ : @ -`; trimmed, and `demo` when it is blank or left out. */
                    workspaceId?: string;
                    /** @description The proposal to decide. */
                    proposalId: string;
                    /**
                     * @description The first one counts: the same again changes nothing, the opposite is refused.
                     * @enum {string}
                     */
                    decision: "approve" | "deny";
                    /** @description Name of the deciding person, kept as not verified; ignored where people sign in. */
                    operator?: string;
                    /** @description What the agent and the record are told with it. */
                    comment?: string;
                    /** @description Whether the turn that proposed it goes on, once nothing of it waits any more, before this is answered. */
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
            400: components["responses"]["Failure400OfDecideProposal"];
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
                    /** @description 1 to 128 letters, digits and `. _ : @ -`; trimmed, and `demo` when it is blank or left out. */
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
            400: components["responses"]["Failure400OfDecideProposal"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            409: components["responses"]["Failure409OfResetTreasury"];
            413: components["responses"]["Failure413"];
            415: components["responses"]["Failure415"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfResetTreasury"];
            503: components["responses"]["Failure503"];
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
                    /** @description 1 to 128 letters, digits and `. _ : @ -`; trimmed, and `demo` when it is blank or left out. */
                    workspaceId?: string;
                    /** @description The directive. */
                    message: string;
                    /** @description Earlier turns, oldest first. */
                    history?: {
                        /**
                         * @description Who said it.
                         * @enum {string}
                         */
                        role: "user" | "assistant";
                        /** @description What was said. It is text for the model: no approval in it counts. */
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
            400: components["responses"]["Failure400OfDecideProposal"];
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
                    /** @description 1 to 128 letters, digits and `. _ : @ -`; trimmed, and `demo` when it is blank or left out. */
                    workspaceId?: string;
                    /** @description The turn that waits. */
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
            400: components["responses"]["Failure400OfDecideProposal"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            404: components["responses"]["Failure404"];
            409: components["responses"]["Failure409OfResumeTurn"];
            413: components["responses"]["Failure413"];
            415: components["responses"]["Failure415"];
            429: components["responses"]["Failure429OfDecideProposal"];
            500: components["responses"]["Failure500OfRunTurn"];
            503: components["responses"]["Failure503"];
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
            400: components["responses"]["Failure400"];
            401: components["responses"]["Failure401"];
            403: components["responses"]["Failure403"];
            404: components["responses"]["Failure404"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfReadTurnEvents"];
            503: components["responses"]["Failure503"];
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
            400: components["responses"]["Failure400"];
            403: components["responses"]["Failure403OfReadHealth"];
            500: components["responses"]["Failure500OfReadHealth"];
            503: components["responses"]["Failure503OfReadHealth"];
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
            400: components["responses"]["Failure400"];
            403: components["responses"]["Failure403OfReadHealth"];
            429: components["responses"]["Failure429"];
            500: components["responses"]["Failure500OfReadHealth"];
            503: components["responses"]["Failure503OfReadOpenApi"];
            default: components["responses"]["Failure"];
        };
    };
}
