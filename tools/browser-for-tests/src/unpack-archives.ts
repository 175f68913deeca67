// Unpacks the archives of @sparticuz/chromium into this process's TMPDIR, the only path that it
// supports.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inflate } from "@sparticuz/chromium";

const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
const archives = join(dirname(entry), "../bin");
await Promise.all(
  ["chromium.br", "fonts.tar.br", "al2023.tar.br"].map((name) => inflate(join(archives, name))),
);
