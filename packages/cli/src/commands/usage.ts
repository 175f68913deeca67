/** What `agent-treasury --help` says. */
export const usage = `agent-treasury: looks after the database of an Agent Treasury

Usage
  agent-treasury verify [workspace] [options]
  agent-treasury reconcile [workspace] [options]

Commands
  verify    Recomputes the hash chain, every balance and every total: of one
            workspace, or of all. It shows every edit. It cannot show that
            whoever owns the database rewrote the whole chain, so keep the
            heads that it prints somewhere else, and compare them later.

  reconcile Compares what the payment processor collected with the ledger, and
            credits what no webhook told of. It reads the same settings as the
            server. --from and --to name the period (2026-11-01, or a moment with
            its zone; the last 30 days unless given); --dry-run only looks.

Options
  --database <address>   sqlite: and a path; TREASURY_DATABASE_URL unless given,
                         else sqlite:.data/treasury.db
  --json                 prints one JSON document in place of words
  -h, --help             prints this

Exit codes
  0  everything holds
  1  something does not hold; the first entry that does not is named
  2  the command could not be run`;
