// Unpacks what @sparticuz/chromium carries into this process's TMPDIR, the only place it unpacks to.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inflate } from "@sparticuz/chromium";

const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
const archives = join(dirname(entry), "../bin");
await Promise.all(
  ["chromium.br", "fonts.tar.br", "al2023.tar.br"].map((name) => inflate(join(archives, name))),
);
