import type { Catalog } from '../../src/core/catalog/catalog';
import { plainBm25 } from './plainBm25';

/** Gives the names of servers for an intent, best first. */
export type Ranker = (intent: string) => readonly string[];

/** The search that ships. */
export function ourRanker(catalog: Catalog): Ranker {
  return intent => catalog.discover(intent, 20).matches.map(({ entry }) => entry.id);
}

/** BM25 over the words of the entries. */
export function plainRanker(catalog: Catalog): Ranker {
  const rank = plainBm25(
    new Map(
      catalog
        .entries()
        .map(({ id, displayName, description, tags, category }) => [
          id,
          [id, displayName, description, ...tags, category].join(' '),
        ]),
    ),
  );
  return intent => rank(intent).slice(0, 20);
}

/** The simplest search: an intent that holds a key, or is held by one, then names and descriptions that hold a word of it. */
export function seedRanker(catalog: Catalog): Ranker {
  return intent => {
    const text = intent.toLowerCase();
    const mapped = Object.entries(INTENT_MAP)
      .filter(([key]) => text.includes(key) || key.includes(text))
      .flatMap(([, servers]) => servers);
    const words = text.split(/[^\p{L}\p{N}]+/u).filter(word => word.length >= 4);
    const named = catalog
      .entries()
      .filter(({ id, description }) =>
        words.some(word => `${id} ${description}`.toLowerCase().includes(word)),
      )
      .map(({ id }) => id);
    return [...new Set([...mapped, ...named])].slice(0, 20);
  };
}

/** Its table of words. */
export const INTENT_MAP: Readonly<Record<string, readonly string[]>> = {
  deploy: ['vercel', 'railway', 'cloudflare'],
  payment: ['stripe'],
  database: ['supabase', 'postgres', 'sqlite', 'clickhouse', 'neo4j'],
  email: ['resend'],
  search: ['tavily', 'exa', 'firecrawl'],
  scraping: ['firecrawl', 'puppeteer', 'playwright'],
  browser: ['puppeteer', 'playwright', 'browserbase'],
  mobile: ['expo', 'dart-flutter'],
  design: ['figma', 'shadcn', 'magic', 'magic-ui'],
  chart: ['echarts', 'mermaid'],
  translation: ['deepl'],
  cms: ['notion', 'sanity'],
  monitoring: ['sentry'],
  security: ['semgrep', 'sonarqube'],
  document: ['docling', 'code2prompt'],
  '3d': ['blender', 'unity'],
  ai: ['ollama', 'replicate'],
  video: ['youtube'],
  docker: ['docker-mcp'],
  cache: ['upstash'],
  automation: ['desktop-commander', 'desktop-automation'],
};
