import { TreasuryError, isTreasuryError, type TurnName } from "@agent-treasury/provider";
import { TurnMemory } from "../journal/turn-memory.ts";
import { type FollowParts, followTurn } from "./follow-turn.ts";
import { News } from "./news.ts";
import { turnNameText } from "./turn-name-text.ts";

/** A turn that another process runs, as it is read here. */
export class FollowedTurn {
  readonly memory: TurnMemory = new TurnMemory();
  /** Whether nothing more is read: it rests, or `error` says what went wrong, null for nothing. */
  end: { readonly error: TreasuryError | null } | null = null;
  readonly news: News = new News();
  readonly reading: AbortController = new AbortController();
  /** How many follow it. */
  followers = 0;
}

/** Turns of other processes: each is read once, however many follow it here, and while anybody does. */
export class FollowedTurns {
  readonly #parts: FollowParts;
  readonly #followed: Map<string, FollowedTurn> = new Map();

  constructor(parts: FollowParts) {
    this.#parts = parts;
  }

  /** Gives somebody a turn to follow, until {@link leave}. */
  join(turn: TurnName): FollowedTurn {
    const name = turnNameText(turn);
    let followed = this.#followed.get(name);
    if (followed === undefined) {
      followed = new FollowedTurn();
      this.#followed.set(name, followed);
      void this.#read(turn, followed);
    }
    followed.followers += 1;
    return followed;
  }

  leave(turn: TurnName, followed: FollowedTurn): void {
    followed.followers -= 1;
    if (followed.followers > 0) return;
    followed.reading.abort(new Error("Nobody follows the turn here any more."));
    this.#forget(turn, followed);
  }

  async #read(turn: TurnName, followed: FollowedTurn): Promise<void> {
    const { memory, news, reading } = followed;
    try {
      await followTurn(this.#parts, turn, memory, () => news.tell(), reading.signal);
      followed.end = { error: null };
    } catch (error) {
      followed.end = { error: errorOf(error) };
    }
    // Who comes now reads anew: the turn may have gone on.
    this.#forget(turn, followed);
    news.tell();
  }

  #forget(turn: TurnName, followed: FollowedTurn): void {
    const name = turnNameText(turn);
    if (this.#followed.get(name) === followed) this.#followed.delete(name);
  }
}

function errorOf(error: unknown): TreasuryError {
  if (isTreasuryError(error)) return error;
  const message = "The turn could not be followed.";
  return new TreasuryError("turn_failed", message, { cause: error });
}
