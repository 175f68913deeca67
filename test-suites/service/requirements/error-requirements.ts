/** Every error of the service API: an endpoint, a status, a condition. */
export const errorRequirements = {
  "error/read-machine-404": "GET agents/{id} → 404: no such machine",
  "error/read-machine-500": "GET agents/{id} → 500: the host failed",
  "error/provision-400": "POST agents → 400: no host connected",
  "error/provision-500": "POST agents → 500: the host failed",
  "error/act-400-host": "POST agents/{id} → 400: no host connected",
  "error/act-400-action": "POST agents/{id} → 400: unknown action",
  "error/act-400-command": "POST agents/{id} → 400: exec without command",
  "error/act-500": "POST agents/{id} → 500: the host failed",
  "error/destroy-400": "DELETE agents/{id} → 400: no host connected",
  "error/destroy-500": "DELETE agents/{id} → 500: the host failed",
  "error/deposit-400-processor": "POST treasury/deposit → 400: no processor connected",
  "error/deposit-400-amount": "POST treasury/deposit → 400: less than 1",
  "error/deposit-500": "POST treasury/deposit → 500: the processor failed",
  "error/confirm-400-processor": "GET treasury/deposit → 400: no processor connected",
  "error/confirm-400-session": "GET treasury/deposit → 400: session_id missing",
  "error/confirm-403": "GET treasury/deposit → 403: started for another workspace",
  "error/confirm-500": "GET treasury/deposit → 500: the processor failed",
  "error/decide-400-proposal": "POST treasury/decide → 400: proposalId missing",
  "error/decide-400-decision": "POST treasury/decide → 400: decision neither approve nor deny",
  "error/decide-400-json": "POST treasury/decide → 400: invalid JSON",
  "error/decide-500-unknown": "POST treasury/decide → 500: no such proposal",
  "error/decide-500-execution": "POST treasury/decide → 500: executing failed",
  "error/turn-400-message": "POST agent → 400: message missing",
  "error/turn-400-json": "POST agent → 400: invalid JSON",
  "error/turn-500": "POST agent → 500: unexpected failure in the turn",
  "error/reset-500": "POST treasury/reset → 500: unexpected failure",
} as const;

/** Every limit of the service API. */
export const limitRequirements = {
  "limit/max-spend-per-action": "One spend is at most 50",
  "limit/auto-approve-under": "Below 10 a spend needs no person",
  "limit/daily-spend-cap": "The daily cap is 100",
  "limit/min-reserve": "No spend takes the balance below 20",
  "limit/starting-capital": "A workspace begins with 0",
  "limit/deposit-minimum": "A deposit is at least 1",
} as const;
