import { once } from "node:events";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { CommandError } from "../command-error.ts";

const charactersAtOnce = 65_536;

/** Writes a new file, or to standard output. @throws CommandError */
export function writeLines(path: string | undefined, lines: AsyncIterable<string>): Promise<void> {
  return path === undefined ? writeOut(lines) : writeFile(path, lines);
}

/** Joins lines into large chunks. */
async function* piecesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < charactersAtOnce) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

async function writeOut(lines: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  const failed = new Promise<never>((_resolve, reject) => {
    stdout.once("error", (cause) => {
      reject(
        new CommandError("The export is incomplete, because its reader closed the pipe.", {
          cause,
        }),
      );
    });
  });
  const write = async (): Promise<void> => {
    for await (const piece of piecesOf(lines)) {
      if (!stdout.write(piece)) await once(stdout, "drain");
    }
  };
  await Promise.race([write(), failed]);
}

/** Renames the file once it is fully on the disk. */
async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const existing = await stat(path).catch(() => null);
  if (existing !== null) throw new CommandError(`${path} already exists. Choose a new name.`);
  const partial = `${path}.partial`;
  let file: FileHandle | null = null;
  try {
    file = await openToWrite(path, partial);
    for await (const piece of piecesOf(lines)) await file.writeFile(piece);
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file?.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

async function openToWrite(path: string, partial: string): Promise<FileHandle> {
  try {
    return await open(partial, "w", 0o600);
  } catch (cause) {
    const remedy = "its folder must exist and be writable for this user.";
    throw new CommandError(`${path} cannot be written: ${remedy}`, { cause });
  }
}
