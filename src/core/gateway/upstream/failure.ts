import type { ServerId } from '../../../shared/ids';
import { Refusal } from '../../support/refusal';
import type { Health } from './upstream';

/** Why a server does not run, in the words of its failure; undefined where it did not fail. */
export function failureOf(health: Health): string | undefined {
  return health.state === 'error' ? health.reason : undefined;
}

/** The same as a warning for whoever has just activated it. */
export function failureWarnings(health: Health, next: 'starts-again' | 'call-starts-it'): readonly string[] {
  const failure = failureOf(health);
  if (failure === undefined) return [];
  const then =
    next === 'starts-again'
      ? 'It is restarting; the next call of one of its tools shows whether that succeeded.'
      : 'The next call of one of its tools restarts it.';
  return [`It failed: ${sentence(failure)} ${then}`];
}

/** A start that failed for a call: the server stays active, so that the next call tries again. */
export function failedForCall(error: unknown, server: ServerId, isCore: boolean): unknown {
  const way = isCore ? '.' : `, or mcp_deactivate with name "${server}".`;
  return withAdvice(
    error,
    `It stays active${isCore ? '' : ' in this session'}: call again when that is fixed${way}`,
  );
}

/** The same for an activation: nothing stays active. `faults`: what is wrong with the entry, which may be the reason. */
export function failedForActivation(error: unknown, faults: readonly string[]): unknown {
  const why = faults.map(fault => `Its entry has a problem: ${sentence(fault)} `).join('');
  if (Refusal.is(error, 'sign-in-needed')) return why === '' ? error : followedBy(error, why.trimEnd());
  return withAdvice(
    error,
    `It is not active. ${why}Tell the user. When that is fixed, call mcp_activate again.`,
  );
}

function withAdvice(error: unknown, advice: string): unknown {
  if (!Refusal.is(error, 'start-failed') && !Refusal.is(error, 'start-timeout')) return error;
  return followedBy(error, advice);
}

function followedBy(refusal: Refusal, words: string): Refusal {
  const { code, message, details } = refusal;
  return new Refusal(code, `${sentence(message)} ${words}`, details, { cause: refusal });
}

/** Last words are quoted at its end: what follows begins a sentence of ours. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
