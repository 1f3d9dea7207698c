import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDefinition } from '../../src/core/registry/tool';
import { scanTool } from '../../src/core/trust/scanTool';
import { SHIPPED_DATA } from '../support/shippedData';

/**
 * The labelled sets. The rules were written with `first` and `second` at hand; `holdout` was written by somebody who knew neither
 * the rules nor those two, and nobody tunes on it.
 */
export const SETS = ['first', 'second', 'holdout'] as const;

interface Sample {
  readonly id: string;
  readonly label: 'malicious' | 'benign';
  readonly kind: string;
  readonly tool: ToolDefinition;
}

/** How the scan does on one set. */
export interface Judged {
  readonly malicious: number;
  readonly found: number;
  readonly benign: number;
  /** Harmless tools that are flagged, by their ids. */
  readonly alarms: readonly string[];
  /** Found and all, by kind. */
  readonly kinds: ReadonlyMap<string, readonly [number, number]>;
}

/** Scans every tool of a set. */
export function judgedSet(name: (typeof SETS)[number]): Judged {
  const samples = read(`test/trust/corpus/${name}.json`) as readonly Sample[];
  const isFlagged = ({ tool }: Sample): boolean => scanTool(tool).findings.length > 0;
  const malicious = samples.filter(({ label }) => label === 'malicious');
  const benign = samples.filter(({ label }) => label === 'benign');
  const kinds = Map.groupBy(malicious, ({ kind }) => kind);
  return {
    malicious: malicious.length,
    found: malicious.filter(isFlagged).length,
    benign: benign.length,
    alarms: benign.filter(isFlagged).map(({ id }) => id),
    kinds: new Map([...kinds].map(([kind, all]) => [kind, [all.filter(isFlagged).length, all.length]])),
  };
}

interface Catalog {
  readonly servers: readonly { readonly tools?: readonly Omit<ToolDefinition, 'inputSchema'>[] }[];
}

/** Tools as servers from npm list them: how many, and those that are flagged. */
export function judgedRealTools(): { readonly tools: number; readonly alarms: readonly string[] } {
  const catalogs = [
    'test/discovery/sets/catalogA.json',
    'test/discovery/sets/catalogB.json',
    'data/toolIndex.json',
  ];
  const tools = catalogs
    .flatMap(file => (read(file) as Catalog).servers)
    .flatMap(server => server.tools ?? []);
  const alarms = tools.filter(tool => scanTool({ inputSchema: {}, ...tool }).findings.length > 0);
  return { tools: tools.length, alarms: alarms.map(({ name }) => name) };
}

/** A file of the repository. */
function read(path: string): unknown {
  return JSON.parse(readFileSync(join(SHIPPED_DATA, '..', path), 'utf8'));
}
