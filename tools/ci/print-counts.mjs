// Prints `N passed, N failed` from vitest's JSON report. Plain JavaScript, so that it runs on any
// installed Node.
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2], "utf8");
if (text === "") {
  console.error("vitest wrote no report because it did not complete.");
  process.exit(1);
}
const report = JSON.parse(text);
const brokenFiles = report.testResults.filter(
  (file) => file.status === "failed" && !file.assertionResults.some(isFailed),
);
for (const file of brokenFiles) console.log(`No test of this file could run: ${file.name}`);
const others = report.numPendingTests + report.numTodoTests;
if (others > 0) console.log(`Neither passed nor failed: ${others}`);
console.log(
  `${report.numPassedTests} passed, ${report.numFailedTests + brokenFiles.length} failed`,
);

function isFailed(assertion) {
  return assertion.status === "failed";
}
