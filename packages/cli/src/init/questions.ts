import { createInterface } from "node:readline/promises";
import { CommandError } from "../command-error.ts";

export const frameworks = ["express", "next", "hono", "fastify"] as const;
export const storages = ["sqlite", "postgres", "memory"] as const;
export const chats = ["discord", "telegram", "teams", "gchat"] as const;
export const channels = [
  "page",
  "push",
  "slack",
  "email",
  "discord",
  "telegram",
  "teams",
  "gchat",
] as const;

export type Framework = (typeof frameworks)[number];
export type StorageKind = (typeof storages)[number];
export type ChannelKind = (typeof channels)[number];
/** A channel that the app's code passes. */
export type ChatKind = (typeof chats)[number];

/** Returns one of the names. The first one is the default. */
export type Choose = <Name extends string>(
  question: string,
  names: readonly Name[],
) => Promise<Name>;

/** Chooses the defaults, where there is no terminal. */
export const chooseDefault: Choose = async (_question, names) => first(names);

/** Asks in a terminal. */
export function chooseInTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Choose {
  return async (question, names) => {
    const terminal = createInterface({ input, output });
    try {
      for (;;) {
        const text = `${question} (${names.join(", ")}) [${first(names)}] `;
        const answer = (await terminal.question(text)).trim().toLowerCase();
        const found = answer === "" ? first(names) : names.find((name) => name === answer);
        if (found !== undefined) return found;
        output.write(`Use one of ${names.join(", ")}.\n`);
      }
    } finally {
      terminal.close();
    }
  };
}

/** Parses an option's value. */
export function oneOf<Name extends string>(
  option: string,
  names: readonly Name[],
): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new CommandError(`${option} is ${JSON.stringify(text)}. Use ${names.join(", ")}.`);
  };
}

function first<Name extends string>(names: readonly Name[]): Name {
  const [name] = names;
  if (name === undefined) throw new Error("A question needs an answer.");
  return name;
}
