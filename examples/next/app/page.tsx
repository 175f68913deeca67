import type { ReactNode } from "react";

export default function HomePage(): ReactNode {
  return (
    <main>
      <h1>Agent Treasury</h1>
      <p>
        The service answers below <code>/api/service</code>. To begin with, see{" "}
        <a href="/api/service/health">whether it is up</a> and{" "}
        <a href="/api/service/treasury">the treasury of the workspace demo</a>.
      </p>
    </main>
  );
}
