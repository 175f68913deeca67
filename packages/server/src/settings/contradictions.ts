import { passkeyContradictions } from "./passkey-contradictions.ts";
import type { SettingProblem } from "./settings-error.ts";
import type { Environment } from "./settings.ts";
import { halfOfX402, maximumWithoutOrigins } from "./x402-settings.ts";

/** Finds invalid combinations. `given` contains no blank values. */
export function findContradictions(given: Environment): readonly SettingProblem[] {
  return [
    ...liveKeyBesideSandbox(given),
    ...memoryInProduction(given),
    ...guestsBesideOperators(given),
    ...groupsOfOthers(given),
    ...agentsWithOperatorsToken(given),
    ...stripeWithoutKey(given),
    ...halfOfX402(given),
    ...maximumWithoutOrigins(given),
    ...halfAModel(given),
    ...protocolWithoutModel(given),
    ...halfAMachineHost(given),
    ...halfOfSlack(given),
    ...slackPeopleOfOthers(given),
    ...halfOfMail(given),
    ...halfOfPush(given),
    ...fallbackWithoutTime(given),
    ...passkeyContradictions(given),
  ];
}

function liveKeyBesideSandbox(given: Environment): readonly SettingProblem[] {
  const { STRIPE_SECRET_KEY: key = "", TREASURY_SANDBOX: sandbox } = given;
  if (sandbox !== "on" || !/^(?:sk|rk)_live_/.test(key)) return [];
  const problem =
    "must be off with a live payment key, because sandbox deposits use test money. Set it to off, or unset STRIPE_SECRET_KEY.";
  return [{ variable: "TREASURY_SANDBOX", problem }];
}

function stripeWithoutKey(given: Environment): readonly SettingProblem[] {
  const names = ["STRIPE_WEBHOOK_SECRET", "STRIPE_WEBHOOK_ACCOUNTS", "STRIPE_API_URL"];
  const set = names.find((name) => given[name] !== undefined);
  if (set === undefined || given["STRIPE_SECRET_KEY"] !== undefined) return [];
  const problem = `is not set, but ${set} is. Set it to the secret key of the Stripe account.`;
  return [{ variable: "STRIPE_SECRET_KEY", problem }];
}

function memoryInProduction(given: Environment): readonly SettingProblem[] {
  if (given["TREASURY_DATABASE_URL"] !== "memory:" || given["NODE_ENV"] !== "production") return [];
  const problem =
    "must not be memory: with NODE_ENV=production, because a restart would lose the ledger. Set it to sqlite: and a path, for example sqlite:.data/treasury.db, or a postgres:// address.";
  return [{ variable: "TREASURY_DATABASE_URL", problem }];
}

function guestsBesideOperators(given: Environment): readonly SettingProblem[] {
  if (given["TREASURY_ACCESS"] === undefined || given["TREASURY_OPERATORS"] === undefined) {
    return [];
  }
  const problem =
    "enables anonymous access, but TREASURY_OPERATORS requires sign-in. Unset one of them.";
  return [{ variable: "TREASURY_ACCESS", problem }];
}

/** A misspelled operator would silently be in no group. */
function groupsOfOthers(given: Environment): readonly SettingProblem[] {
  const { TREASURY_OPERATOR_GROUPS: groups, TREASURY_OPERATORS: operators = "" } = given;
  if (groups === undefined) return [];
  const known = namesIn(operators);
  const other = groups
    .split(",")
    .map((item) => item.split("=")[0]?.trim() ?? "")
    .find((name) => name !== "" && !known.has(name));
  if (other === undefined) return [];
  const problem = `names ${JSON.stringify(other)}, who is not in TREASURY_OPERATORS. Use the names of operators.`;
  return [{ variable: "TREASURY_OPERATOR_GROUPS", problem }];
}

function namesIn(operators: string): ReadonlySet<string | undefined> {
  return new Set(operators.split(",").map((pair) => pair.split(":")[0]?.trim()));
}

function agentsWithOperatorsToken(given: Environment): readonly SettingProblem[] {
  const { TREASURY_OPERATORS: operators = "", TREASURY_MCP_AGENTS: agents = "" } = given;
  const ofOperators = new Set(digestsIn(operators));
  if (!digestsIn(agents).some((digest) => ofOperators.has(digest))) return [];
  const problem =
    "contains an agent with an operator's token, which could approve its own proposals. Create a separate token for the agent.";
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
    const problem = `is not set, but ${reached} is. Set it to the name of the model.`;
    return [{ variable: "OPENAI_MODEL", problem }];
  }
  if (reached === undefined && named !== undefined) {
    const problem = `is not set, but ${named} is. Set the key, or set OPENAI_BASE_URL to an endpoint that requires none.`;
    return [{ variable: "OPENAI_API_KEY", problem }];
  }
  return [];
}

function protocolWithoutModel(given: Environment): readonly SettingProblem[] {
  if (given["SAFETY_PROTOCOL"] === undefined || given["SAFETY_MODEL"] !== undefined) return [];
  const problem = "is not set, but SAFETY_PROTOCOL is. Set it to the name of the judge's model.";
  return [{ variable: "SAFETY_MODEL", problem }];
}

const settingsOfFly: readonly string[] = ["API_URL", "REGION", "CPU_KIND"];
const settingsOfMachines: readonly string[] = ["APP", "IMAGE", "CPUS", "MEMORY_MB"];

function halfAMachineHost(given: Environment): readonly SettingProblem[] {
  if (given["HOST_API_TOKEN"] !== undefined) {
    if (given["HOST_APP"] !== undefined) return [];
    const problem =
      "is not set, but HOST_API_TOKEN is. Set it to the name of the Fly app for the machines. The app is created if it does not exist.";
    return [{ variable: "HOST_APP", problem }];
  }
  const hasSocket = given["TREASURY_DOCKER_SOCKET"] !== undefined;
  const set = [...settingsOfFly, ...(hasSocket ? [] : settingsOfMachines)]
    .map((name) => `HOST_${name}`)
    .find((name) => given[name] !== undefined);
  if (set === undefined) return [];
  const problem = `is not set, but ${set} is. Set it to a Fly token with access to the app.`;
  return [{ variable: "HOST_API_TOKEN", problem }];
}

const settingsOfSlack: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: "Set it to the bot token of the Slack app.",
  SLACK_SIGNING_SECRET: "Set it to the signing secret of the Slack app.",
  SLACK_CHANNEL: "Set it to the id of the Slack channel for messages.",
  SLACK_PEOPLE:
    "Set it to the people who may decide in Slack, for example U0123456789=ada,U0987654321=bo.",
};

function halfOfSlack(given: Environment): readonly SettingProblem[] {
  const names = Object.keys(settingsOfSlack);
  const set = [...names, "SLACK_API_URL"].find((name) => given[name] !== undefined);
  if (set === undefined) return [];
  return names
    .filter((name) => given[name] === undefined)
    .map((variable) => ({
      variable,
      problem: `is not set, but ${set} is. ${settingsOfSlack[variable]}`,
    }));
}

/** An approver of another name would be another person, who counts a second time. */
function slackPeopleOfOthers(given: Environment): readonly SettingProblem[] {
  const { SLACK_PEOPLE: people, TREASURY_OPERATORS: operators } = given;
  if (people === undefined || operators === undefined) return [];
  const known = namesIn(operators);
  const other = people
    .split(",")
    .map((item) => item.split("=")[1]?.trim() ?? "")
    .find((name) => name !== "" && !known.has(name));
  if (other === undefined) return [];
  const problem = `names ${JSON.stringify(other)}, who is not in TREASURY_OPERATORS. Use the names of operators.`;
  return [{ variable: "SLACK_PEOPLE", problem }];
}

const settingsOfMail: Readonly<Record<string, string>> = {
  SMTP_URL: "Set it to the SMTP server, for example smtps://smtp.example.com.",
  MAIL_FROM: "Set it to the sender, for example treasury@example.com.",
};

/** Other parts of an app may use the server and the sender alone. */
function halfOfMail(given: Environment): readonly SettingProblem[] {
  if (given["APPROVAL_MAIL_TO"] === undefined) return [];
  return Object.entries(settingsOfMail)
    .filter(([variable]) => given[variable] === undefined)
    .map(([variable, advice]) => ({
      variable,
      problem: `is not set, but APPROVAL_MAIL_TO is. ${advice}`,
    }));
}

const settingsOfPush: Readonly<Record<string, string>> = {
  PUSH_KEY: "Set it to 32 random bytes in base64, for example from openssl rand -base64 32.",
  PUSH_CONTACT:
    "Set it to an address by which push services reach you, for example mailto:treasury@example.com.",
};

function halfOfPush(given: Environment): readonly SettingProblem[] {
  const set = Object.keys(settingsOfPush).find((name) => given[name] !== undefined);
  if (set === undefined) return [];
  return Object.entries(settingsOfPush)
    .filter(([variable]) => given[variable] === undefined)
    .map(([variable, advice]) => ({
      variable,
      problem: `is not set, but ${set} is. ${advice}`,
    }));
}

/** The channels would send nothing. */
function fallbackWithoutTime(given: Environment): readonly SettingProblem[] {
  const { APPROVAL_FALLBACK: channels, TREASURY_REMIND_AFTER_HOURS: hours } = given;
  if (channels === undefined || hours !== undefined) return [];
  const problem =
    "is not set, but APPROVAL_FALLBACK is. Set it to the hours after which these channels send a message if no decision follows, for example 0.25.";
  return [{ variable: "TREASURY_REMIND_AFTER_HOURS", problem }];
}
