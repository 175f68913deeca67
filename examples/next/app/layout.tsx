import "@fontsource-variable/inter";
import "@agent-treasury/react/styles.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: "Command centre · Agent Treasury",
  description: "Approve what an agent may spend, and see each result.",
  referrer: "same-origin",
  robots: { index: false },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f7f5" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1112" },
  ],
};

interface RootLayoutProps {
  readonly children: ReactNode;
}

export default function RootLayout({ children }: RootLayoutProps): ReactNode {
  return (
    <html lang="en">
      <body className="at-root">
        <div className="app">{children}</div>
      </body>
    </html>
  );
}
