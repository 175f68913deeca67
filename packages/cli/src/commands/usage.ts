/** A command. */
export type CommandName =
  | "init"
  | "doctor"
  | "verify"
  | "export"
  | "migrate"
  | "erase-text"
  | "reconcile";

/** A command that reads what follows its name by itself. */
export type SelfReadingName = "init" | "doctor" | "reconcile";

export const selfReadingNames: readonly SelfReadingName[] = ["init", "doctor", "reconcile"];

/** Whether a command reads what follows its name by itself. */
export function isSelfReading(name: CommandName): name is SelfReadingName {
  return (selfReadingNames as readonly CommandName[]).includes(name);
}

/** The commands, in the order in which help lists them. */
export const commandNames: readonly CommandName[] = [
  "init",
  "doctor",
  "verify",
  "export",
  "migrate",
  "erase-text",
  "reconcile",
];

const database = `  --database <address>   sqlite: and a path, or postgres://…; TREASURY_DATABASE_URL
                         unless given, else sqlite:.data/treasury.db`;
const envFile = `  --env-file <file>      reads settings from a file too, .env for example; the
                         environment wins. May be given several times`;
const json = `  --json                 prints one JSON document in place of words`;

/** What `agent-treasury --help` says. */
export const usage: string = `agent-treasury: sets an Agent Treasury up, and looks after its database

Usage
  agent-treasury init [folder] [--framework express | next]
  agent-treasury doctor [--json]
  agent-treasury verify [workspace] [--export <file>] [--heads <file>]
  agent-treasury export [workspace] [--format jsonl | csv | hledger] [--out <file>]
  agent-treasury migrate [--check | --print]
  agent-treasury erase-text --workspace <id> [--before <date>]
  agent-treasury reconcile [workspace] [options]

Commands
  init        Writes the few files of a first integration into an Express or
              Next app, and says what to do next. It replaces nothing.
  doctor      Reads the settings, tries each connection with what changes
              nothing, and says what is wrong and how to mend it.
  verify      Recomputes the hash chain, every balance and every total, of a
              database or of an export; compares heads that were kept earlier.
  export      Writes heads, documents and entries as JSON lines, or the entries
              as CSV or as a journal of hledger.
  migrate     Brings the schema up to date, says whether that is needed, or
              prints its SQL.
  erase-text  Removes a workspace's free text. The chain still holds.
  reconcile   Compares what the payment processor collected with the ledger, and
              credits what no webhook told of. It reads the same settings as the
              server. --from and --to name the period (2026-11-01, or a moment
              with its zone; the last 30 days unless given); --dry-run only looks.

Options
${database}
${envFile}
${json}
  -h, --help             prints this, or what a command takes
  --version              prints the version of this program

Exit codes
  0  everything holds, or it is done
  1  verify: something does not hold, and the first entry that does not is named
     migrate --check: the schema is not up to date
     reconcile: something is left to do
     doctor: something is wrong
  2  the command could not be run`;

const help: Readonly<Record<CommandName, string>> = {
  init: `agent-treasury init [folder] [options]

Writes the few files of a first integration into the Express or Next app in the
folder, this one unless given: a mounted treasury, and settings for play money.
What is there already stays as it is, and is named with what it needs.

Options
  --framework <name>     express or next; told by package.json unless given
  --json                 prints one JSON document in place of words

Exit codes
  0  the files are there
  2  the command could not be run, for example because there is no app`,
  doctor: `agent-treasury doctor [options]

Reads the same settings as the server, and tries each connection with what
changes nothing: the database's schema is read, the model's endpoint lists its
models, Stripe is asked for the balance, the machine host for its machines.

Options
${database}
${envFile}
${json}

Exit codes
  0  nothing is wrong
  1  something is wrong; what to do is said beside it
  2  the command could not be run`,
  verify: `agent-treasury verify [workspace] [options]

Recomputes the hash chain, every balance and every total: of one workspace, or
of all. It shows every edit of an entry. It cannot show that whoever owns the
database rewrote the whole chain, unless it is given heads that were kept where
they could not reach them.

Options
${database}
${envFile}
  --export <file>        verifies what export wrote, in place of a database
  --heads <file>         compares heads kept earlier: what verify --json or
                         export wrote. May be given several times
${json}

Exit codes
  0  everything holds
  1  something does not hold; the first entry that does not is named
  2  the command could not be run, for example because there is no such file`,
  export: `agent-treasury export [workspace] [options]

Writes one workspace, or all, as JSON lines: for each its head, its documents
and its entries, as they are at one moment. The treasury may go on working.
For a spreadsheet, or for hledger and other plain text accounting, it writes the
entries alone.

Options
${database}
${envFile}
  --format <name>        jsonl, csv or hledger; jsonl unless given. Only jsonl is
                         complete, and can be verified
  --out <file>           writes to a new file, which has its name only once it
                         is complete; to the standard output unless given

Exit codes
  0  it is written
  2  the command could not be run`,
  migrate: `agent-treasury migrate [options]

Brings the schema up to date, as the first use of the database would.

Options
${database}
${envFile}
  --check                changes nothing, and says whether it is needed
  --print                changes nothing, and prints the SQL of all steps
${json}

Exit codes
  0  the schema is up to date, or the SQL was printed
  1  --check: the schema is not up to date
  2  the command could not be run`,
  "erase-text": `agent-treasury erase-text --workspace <id> [options]

Removes the free text of a workspace for good: descriptions, vendors, purposes,
reasons, comments, and the operators' names in them, with the salts under which
they were sealed. Amounts, times and digests stay, so the chain still verifies.
Proposals that wait or are being paid keep their text; decide them, and run it
again. What turns of the agent wrote down goes altogether: one that waits cannot
be resumed after that. An audit record says who asked and when.

Options
  --workspace <id>       whose text
  --before <date>        only what is older: a day, 2026-01-31, or a time with
                         its zone, 2026-01-31T18:00:00Z
  --operator <name>      who asks, for the record; the name of this machine's
                         user unless given
${database}
${envFile}
${json}

Exit codes
  0  it is done
  2  the command could not be run; run it again to finish it`,
  reconcile: `agent-treasury reconcile [workspace] [options]

Compares what the payment processor collected in a period with the ledger, for
one workspace or all, and credits what no webhook told of. It tells the fees,
which the ledger does not have. It reads the same settings as the server.

Options
${database}
${envFile}
  --from <moment>        a day, 2026-11-01, or a time with its zone,
                         2026-11-01T08:00:00Z; 30 days before --to unless given
  --to <moment>          the same; now unless given
  --dry-run              only looks, and credits nothing
${json}

Exit codes
  0  the ledger has everything, or has it now
  1  something is left to do: missing, failed, or of another amount
  2  the command could not be run`,
};

/** What help says of a command, or of all. */
export function helpFor(name: CommandName | null): string {
  return name === null ? usage : help[name];
}
