import { oneLine } from '../../core/catalog/entry/plainText';
import type { Refusal } from '../../core/support/refusal';
import type { Wording } from './wording';
import { numeral, plural } from './amounts';
import { needWords } from './originWords';
import { runtimeWords } from './readinessWords';

/**
 * A refusal in the person's language, by its code and details: those that people meet every day. The rest stay in core's
 * words, which are English.
 */
export function refusalWords(refusal: Refusal, wording: Wording): string {
  const { t } = wording;
  const { details, message } = refusal;
  switch (refusal.code) {
    case 'rate-limited':
      return t(
        'Too many servers were turned on within a minute. {0}',
        retryWords(details['retryInMs'], wording),
      );
    case 'too-many-active':
      return t(
        'This chat session has the maximum number of active servers. Turn one off first: {0}.',
        namesOf(details['active']).join(', '),
      );
    case 'unknown-server':
      return unknownServer(namesOf(details['did_you_mean']).join(', '), t);
    case 'bad-registry-url':
      return t('This is no address of an MCP registry: it needs https, except on this machine.');
    case 'registry-unavailable':
      return t(
        "The MCP registry can't be read now. What was synced before is kept, and the next sync goes on where it stopped.",
      );
    case 'registry-answer':
      return t('This address does not answer as an MCP registry does. What was synced before is kept.');
    case 'not-in-registry':
      return t('The MCP registry has no server with this name.');
    case 'sync-running':
      return t('The MCP registry is being synced already, in another window or program.');
    // In core's words, these tell an agent which tool to call.
    case 'deleted':
      return t('This task or workflow is no longer in this workspace.');
    case 'unknown-task':
    case 'unknown-workflow':
      return t('This workspace has no task or workflow with this ID.');
    case 'task-ended':
    case 'workflow-ended':
      return t('It has already ended.');
    case 'not-planned':
      return t('Only a planned task can be edited or moved.');
    case 'not-restorable':
      return details['isRestored'] === true
        ? t('All files of this task are already restored. To undo that, use "Switchyard: Undo Restore".')
        : message;
    default:
      return typeof details['server'] === 'string'
        ? serverWords(refusal, oneLine(details['server'], 64), wording)
        : message;
  }
}

/** What is the matter with one server. */
function serverWords(refusal: Refusal, server: string, wording: Wording): string {
  const { t } = wording;
  const { details, message } = refusal;
  switch (refusal.code) {
    case 'launch-not-approved':
      return t(
        '"{0}" was not started because you didn\'t approve it. You are asked again the next time it is turned on.',
        server,
      );
    case 'missing-credentials':
      return t('"{0}" still needs: {1}.', server, needWords(namesOf(details['missing']), t));
    case 'sign-in-needed':
      return t('"{0}" requires you to sign in: use the command "Switchyard: Sign In to Server…".', server);
    case 'sign-in-timeout':
      return t('The sign-in to "{0}" timed out. Try again when you are ready.', server);
    case 'missing-runtime':
      return runtimeWords(server, String(details['program']), wording);
    case 'server-disabled':
      return details['by'] === 'policy'
        ? t('"{0}" is not available.', server)
        : t('"{0}" is disabled. Use the command "Switchyard: Enable Server…".', server);
    case 'core-server':
      return t('"{0}" is a core server: it is always on.', server);
    case 'not-active-here':
      return t('"{0}" is not active in this chat session.', server);
    case 'start-timeout':
      return withWords(
        t(
          '"{0}" didn\'t respond in time and was stopped. Check its command, or raise start_timeout in its entry, then try again.',
          server,
        ),
        refusal,
      );
    case 'start-paused':
      return t(
        '"{0}" failed repeatedly, so restarts are paused. {1}',
        server,
        retryWords(details['retryInMs'], wording),
      );
    case 'sign-in-failed':
      return withReason(t('The sign-in to "{0}" failed.', server), refusal);
    case 'start-failed':
      return withReason(t('"{0}" didn\'t start.', server), refusal);
    default:
      return message;
  }
}

function namesOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : []).map(each => oneLine(String(each), 64));
}

/** Why is a program's own word, or another server's, and stays as it is. */
function withReason(what: string, { details, message }: Refusal): string {
  return typeof details['why'] === 'string' ? `${what} ${details['why']}` : message;
}

/** The same where the reason is not known, and what the server said may tell. */
function withWords(what: string, { details }: Refusal): string {
  return typeof details['why'] === 'string' ? `${what} ${details['why']}` : what;
}

function unknownServer(near: string, t: Wording['t']): string {
  const unknown = t('The catalog has no server with this name.');
  return near === '' ? unknown : `${unknown} ${t('Did you mean {0}?', near)}`;
}

function retryWords(retryInMs: unknown, wording: Wording): string {
  const seconds = Math.ceil((typeof retryInMs === 'number' ? retryInMs : 0) / 1_000);
  const n = numeral(seconds, wording);
  return plural(
    seconds,
    wording,
    wording.t('Try again in {0} second.', n),
    wording.t('Try again in {0} seconds.', n),
  );
}
