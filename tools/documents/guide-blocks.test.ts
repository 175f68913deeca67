import { expect, it } from "vitest";
import { guideBlocks } from "./guide-blocks.ts";

const guide = `# A guide

Write \`notes.md\`. In \`app/route.ts\`:

\`\`\`ts
const a = 1;
\`\`\`

In a terminal of its own:

\`\`\`sh
node server.mts
\`\`\`

\`\`\`text
It listens.
\`\`\`
`;

it("reads each block's file, and whether it runs in the background", () => {
  expect(guideBlocks(guide)).toEqual([
    { language: "ts", text: "const a = 1;\n", file: "app/route.ts", staysRunning: false },
    { language: "sh", text: "node server.mts\n", file: null, staysRunning: true },
    { language: "text", text: "It listens.\n", file: null, staysRunning: false },
  ]);
});
