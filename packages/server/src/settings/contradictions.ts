import type { SettingProblem } from "./settings-error.ts";
import type { Environment } from "./settings.ts";

/** What is wrong with settings that are right each by itself. `given` holds no blank ones. */
export function findContradictions(given: Environment): readonly SettingProblem[] {
  return [
    ...liveKeyBesideSandbox(given),
    ...memoryInProduction(given),
    ...guestsBesideOperators(given),
    ...agentsWithOperatorsToken(given),
    ...stripeWithoutKey(given),
    ...halfAModel(given),
    ...protocolWithoutModel(given),
    ...halfAMachineHost(given),
  ];
}

function liveKeyBesideSandbox(given: Environment): readonly SettingProblem[] {
  const { STRIPE_SECRET_KEY: key = "", TREASURY_SANDBOX: sandbox } = given;
  if (sandbox !== "on" || !/^(?:sk|rk)_live_/.test(key)) return [];
  const problem =
    "is on beside a live payment key: play money must not stand where real money is expected. Write off, or unset STRIPE_SECRET_KEY.";
  return [{ variable: "TREASURY_SANDBOX", problem }];
}

function stripeWithoutKey(given: Environment): readonly SettingProblem[] {
  const names = ["STRIPE_WEBHOOK_SECRET", "STRIPE_WEBHOOK_ACCOUNTS", "STRIPE_API_URL"];
  const set = names.find((name) => given[name] !== undefined);
  if (set === undefined || given["STRIPE_SECRET_KEY"] !== undefined) return [];
  const problem = `is not set, but ${set} is. Write the secret key of the Stripe account.`;
  return [{ variable: "STRIPE_SECRET_KEY", problem }];
}

function memoryInProduction(given: Environment): readonly SettingProblem[] {
  if (given["TREASURY_DATABASE_URL"] !== "memory:" || given["NODE_ENV"] !== "production") return [];
  const problem =
    "is memory: under NODE_ENV=production, where a restart would lose the ledger. Write sqlite: and a path, for example sqlite:.data/treasury.db, or a postgres:// address.";
  return [{ variable: "TREASURY_DATABASE_URL", problem }];
}

function guestsBesideOperators(given: Environment): readonly SettingProblem[] {
  if (given["TREASURY_ACCESS"] === undefined || given["TREASURY_OPERATORS"] === undefined) {
    return [];
  }
  const problem =
    "says that nobody signs in, and TREASURY_OPERATORS that people do. Leave one of them unset.";
  return [{ variable: "TREASURY_ACCESS", problem }];
}

function agentsWithOperatorsToken(given: Environment): readonly SettingProblem[] {
  const { TREASURY_OPERATORS: operators = "", TREASURY_MCP_AGENTS: agents = "" } = given;
  const ofOperators = new Set(digestsIn(operators));
  if (!digestsIn(agents).some((digest) => ofOperators.has(digest))) return [];
  const problem =
    "has an agent with the token of an operator, with which it could approve what it proposes. Make one of its own.";
  return [{ variable: "TREASURY_MCP_AGENTS", problem }];
}

function digestsIn(tokens: string): readonly string[] {
  return tokens.toLowerCase().match(/[0-9a-f]{64}(?=\s*(?:,|$))/g) ?? [];
}

function halfAModel(given: Environment): readonly SettingProblem[] {
  const reached = ["OPENAI_API_KEY", "OPENAI_BASE_URL"].find((name) => given[name] !== undefined);
  const named = ["OPENAI_MODEL", "SAFETY_MODEL"].find(
    (name) => given[name] !== undefined && given[name] !== "none",
  );
  if (reached !== undefined && named === undefined) {
    const problem = `is not set, but ${reached} is. Write the name of the model to use.`;
    return [{ variable: "OPENAI_MODEL", problem }];
  }
  if (reached === undefined && named !== undefined) {
    const problem = `is not set, but ${named} is. Write the key, or set OPENAI_BASE_URL to an endpoint that wants none.`;
    return [{ variable: "OPENAI_API_KEY", problem }];
  }
  return [];
}

function protocolWithoutModel(given: Environment): readonly SettingProblem[] {
  if (given["SAFETY_PROTOCOL"] === undefined || given["SAFETY_MODEL"] !== undefined) return [];
  const problem = "is not set, but SAFETY_PROTOCOL is. Write the name of the safety model.";
  return [{ variable: "SAFETY_MODEL", problem }];
}

const settingsOfFly: readonly string[] = ["API_URL", "REGION", "CPU_KIND"];
const settingsOfMachines: readonly string[] = ["APP", "IMAGE", "CPUS", "MEMORY_MB"];

function halfAMachineHost(given: Environment): readonly SettingProblem[] {
  if (given["HOST_API_TOKEN"] !== undefined) {
    if (given["HOST_APP"] !== undefined) return [];
    const problem =
      "is not set, but HOST_API_TOKEN is. Write the name of the Fly app that shall hold the machines; it is made if it is missing.";
    return [{ variable: "HOST_APP", problem }];
  }
  const hasSocket = given["TREASURY_DOCKER_SOCKET"] !== undefined;
  const set = [...settingsOfFly, ...(hasSocket ? [] : settingsOfMachines)]
    .map((name) => `HOST_${name}`)
    .find((name) => given[name] !== undefined);
  if (set === undefined) return [];
  const problem = `is not set, but ${set} is. Write a token of Fly that may use the app.`;
  return [{ variable: "HOST_API_TOKEN", problem }];
}
