import { expect, it } from "vitest";
import { buildShare } from "./build-stage.ts";

const lines = [
  "▲ Next.js 16.4.6 (Turbopack)\n",
  "  Creating an optimized production build ...\n",
  "✓ Compiled successfully in 15.3s\n",
  "  Skipping validation of types\n",
  "  Collecting page data using 1 worker ...\n",
  "  Generating static pages using 1 worker (0/8) ...\n",
  "  Generating static pages using 1 worker (4/8) \n",
  "✓ Generating static pages using 1 worker (8/8) in 1110ms\n",
  "  Finalizing page optimization ...\n",
];

it("finds the share of a Next build in its output", () => {
  const shares = lines.map((_line, index) => buildShare(lines.slice(0, index + 1).join("")));
  expect(shares).toEqual([
    [0, 0.8],
    [0, 0.8],
    [0.8, 0.82],
    [0.8, 0.82],
    [0.82, 0.9],
    [0.9, 0.9],
    [0.935, 0.935],
    [0.97, 0.97],
    [0.97, 1],
  ]);
});
