import type { RankedTool } from '../../src/core/catalog/search/toolRanker';
import { rankTools } from '../../src/core/catalog/search/toolRanker';
import { type Voices, voicesFor } from '../../src/core/catalog/search/toolVoices';
import {
  indexRequests,
  measured,
  MEANINGS,
  type PricedTool,
  strangersToolRequests,
  type ToolRequest,
} from '../discovery/toolRequests';

/** Recall where the listed tools cost such a share of all. */
export interface Curve {
  readonly set: string;
  readonly ranker: string;
  readonly recall: Readonly<Record<string, number>>;
}

const SHARES = [0.2, 0.25, 0.3, 0.4];
const FOLDS = 7;
const ROUNDS = 600;
const PACE = 0.05;
/** Large weights cost something, so that few requests do not make them. */
const PENALTY = 0.002;

type Weights = Readonly<Record<keyof Voices, number>>;

interface Heard {
  readonly request: ToolRequest;
  readonly voices: readonly Voices[];
}

/** The weights that make the needed tools of all tuning requests most likely. */
export function fittedWeights(): Weights {
  return fit(
    [...indexRequests().filter(({ half }) => half === 'tune'), ...strangersToolRequests()].map(heard),
  );
}

/** What ships over each half of the requests; and the tuning ones by weights that were found without the server they are for. */
export function measureToolChoices(): readonly Curve[] {
  const index = indexRequests();
  const halves = (['tune', 'judge'] as const).map(half => index.filter(request => request.half === half));
  const [tune = [], judge = []] = halves;
  const strangers = strangersToolRequests();
  const crossed = crossValidated([...tune, ...strangers]);
  const shipped = ({ tools, request }: ToolRequest): readonly RankedTool<PricedTool>[] =>
    rankTools(tools, request, MEANINGS);
  return [
    { set: 'index, tuning half', ranker: 'cross-validated', recall: curve(tune, crossed) },
    { set: 'strangers, tuning halves', ranker: 'cross-validated', recall: curve(strangers, crossed) },
    { set: 'index, tuning half', ranker: 'as it ships', recall: curve(tune, shipped) },
    { set: 'index, judging half', ranker: 'as it ships', recall: curve(judge, shipped) },
  ];
}

type Ranker = (request: ToolRequest) => readonly RankedTool<PricedTool>[];

function crossValidated(requests: readonly ToolRequest[]): Ranker {
  const all = requests.map(heard);
  const servers = [...new Set(requests.map(({ server }) => server))];
  const foldOf = (request: ToolRequest): number => servers.indexOf(request.server) % FOLDS;
  const ranked = new Map(
    Array.from({ length: FOLDS }, (_, fold) => fold).flatMap(fold => {
      const weights = fit(all.filter(({ request }) => foldOf(request) !== fold));
      return all
        .filter(({ request }) => foldOf(request) === fold)
        .map(one => [one.request, rankedBy(one, weights)] as const);
    }),
  );
  return request => ranked.get(request) ?? [];
}

/** The most that is found for each share of the tokens. */
function curve(requests: readonly ToolRequest[], ranker: Ranker): Readonly<Record<string, number>> {
  const known = new Map(requests.map(request => [request, ranker(request)]));
  const at = (missTokens: number): { readonly found: number; readonly cost: number } =>
    measured(requests, request => known.get(request) ?? [], missTokens);
  return Object.fromEntries(
    SHARES.map(share => {
      let [low, high] = [1, 1e6];
      for (let step = 0; step < 40; step += 1) {
        const middle = Math.sqrt(low * high);
        if (at(middle).cost > share) high = middle;
        else low = middle;
      }
      return [`${share * 100} %`, at(low).found];
    }),
  );
}

function heard(request: ToolRequest): Heard {
  return { request, voices: voicesFor(request.tools, request.request, MEANINGS) };
}

function rankedBy({ request, voices }: Heard, weights: Weights): readonly RankedTool<PricedTool>[] {
  const chances = chancesOf(voices, weights);
  return request.tools
    .map((tool, at) => ({ tool, chance: chances[at] ?? 0 }))
    .toSorted((a, b) => b.chance - a.chance);
}

/** Adam's gradient descent on how unlikely the needed tools are. */
function fit(requests: readonly Heard[]): Weights {
  const names: readonly (keyof Voices)[] = ['share', 'clearest', 'opening', 'otherwise', 'length', 'parts'];
  const steps = names.map(name => ({ name, weight: 0, mean: 0, square: 0 }));
  const weights = (): Weights => ({
    ...NONE,
    ...Object.fromEntries(steps.map(step => [step.name, step.weight])),
  });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slopes = slopesOf(requests, weights());
    for (const step of steps) {
      const slope = slopes[step.name] / requests.length + PENALTY * step.weight;
      step.mean = 0.9 * step.mean + 0.1 * slope;
      step.square = 0.999 * step.square + 0.001 * slope * slope;
      const pace = Math.sqrt(step.square / (1 - 0.999 ** round)) + 1e-8;
      step.weight -= (PACE * step.mean) / (1 - 0.9 ** round) / pace;
    }
  }
  return weights();
}

const NONE: Weights = { share: 0, clearest: 0, opening: 0, otherwise: 0, length: 0, parts: 0 };

function slopesOf(requests: readonly Heard[], weights: Weights): Weights {
  const slopes = { ...NONE };
  for (const { request, voices } of requests) {
    const chances = chancesOf(voices, weights);
    const isNeeded = request.tools.map(({ name }) => request.needed.includes(name));
    const needed = chances.reduce((total, chance, at) => total + (isNeeded[at] ? chance : 0), 0);
    for (const [at, own] of voices.entries()) {
      const chance = chances[at] ?? 0;
      const slope = chance - (isNeeded[at] ? chance / needed : 0);
      for (const name of Object.keys(own) as (keyof Voices)[]) slopes[name] += slope * own[name];
    }
  }
  return slopes;
}

function chancesOf(voices: readonly Voices[], weights: Weights): readonly number[] {
  const names = Object.keys(weights) as (keyof Voices)[];
  const scores = voices.map(own => names.reduce((sum, name) => sum + weights[name] * own[name], 0));
  const most = Math.max(...scores);
  const odds = scores.map(score => Math.exp(score - most));
  const all = odds.reduce((sum, one) => sum + one, 0);
  return odds.map(one => one / all);
}
