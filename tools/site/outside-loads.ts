const loads = [
  /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\ssrc=["']?(?:https?:)?\/\/[^"'\s>]+/gi,
  /<link\b[^>]*?\shref=["']?(?:https?:)?\/\/[^"'\s>]+/gi,
  /(?:@import\s+["']?|url\(\s*["']?)(?:https?:)?\/\/[^"')\s]+/gi,
];

/** What a page or a style sheet would load from another host; links that a reader follows are none. */
export function outsideLoads(text: string): readonly string[] {
  return loads.flatMap((pattern) => text.match(pattern) ?? []);
}
